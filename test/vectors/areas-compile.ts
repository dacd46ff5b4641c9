/** The areas of what happens before anything runs: sources, documents, files. */
import { documentAreas } from "./compile-documents.ts";
import { fileAreas } from "./compile-files.ts";
import { sourceAreas } from "./compile-sources.ts";
import type { VectorCheck } from "./vector.ts";

export const compileAreas: Readonly<Record<string, VectorCheck>> = { ...documentAreas, ...sourceAreas, ...fileAreas };
