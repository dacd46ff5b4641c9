// The capability `skills()` of sandbox agents with our skills: its instructions, and its files in a local sandbox.
import { Manifest, skills as sandboxSkills } from "@openai/agents/sandbox";
import { UnixLocalSandboxClient } from "@openai/agents/sandbox/local";
import { openaiSandboxSkills } from "skillc/openai/native";
import { skills } from "./skills/index.js";

const given = await openaiSandboxSkills(skills);
const capability = sandboxSkills(given);
const manifest = capability.processManifest(new Manifest({ entries: {} }));
const all = await openaiSandboxSkills(skills, { unrestricted: ["review"], grants: ["money:*"] });
const session = await new UnixLocalSandboxClient().create(manifest);
const root = ".agents";
const read = (path) => session.readFile({ path: `${root}/${path}` }).then((bytes) => Buffer.from(bytes), String);
console.log(
  JSON.stringify({
    instructions: await capability.instructions(manifest),
    served: (await session.listDir({ path: root })).map(({ name }) => name),
    document: String(await read("pdf/SKILL.md")),
    text: String(await read("pdf/references/fields.md")),
    binary: (await read("pdf/assets/stamp.png")).toString("base64"),
    missing: await Promise.all(["pfd", "till", "vault", "review"].map((name) => session.pathExists(`${root}/${name}`))),
    escaping: await read("../../etc/passwd"),
    leftOut: given.leftOut,
    unrestricted: all.index.map(({ name }) => name),
  }),
);
await session.delete();
process.exit(0);
