/** Notes the digest of the compiled code. Run by `npm run build`. */
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { CODE_DIGEST_FILE, digestOfFiles, libraryVersions, type NotedCode } from "./code-digest.ts";

const code = dirname(dirname(fileURLToPath(import.meta.url)));
const noted: NotedCode = { files: digestOfFiles(code), libraries: libraryVersions(code) };
writeFileSync(join(code, CODE_DIGEST_FILE), `${JSON.stringify(noted)}\n`);
