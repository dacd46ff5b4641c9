import { env } from "cloudflare:workers";

export default () => env;
