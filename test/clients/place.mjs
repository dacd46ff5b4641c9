/** Where clients are installed. */
import { fileURLToPath } from "node:url";

export const CLIENTS = fileURLToPath(new URL("../../.engines/clients", import.meta.url));
