import { readFileSync } from "node:fs";
import { join } from "path";

console.log(readFileSync(join("a", "b"), "utf8"));
