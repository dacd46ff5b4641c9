/** Prints the skills of this project, or the instructions of one: npm start -- meeting-minutes */
import { skills } from "#skills";

const [name] = process.argv.slice(2);

if (name === undefined) listSkills();
else if (skills.has(name)) {
  // After has(), TypeScript treats the string as a skill name.
  const { instructions } = await skills.load(name);
  process.stdout.write(instructions);
} else {
  console.error(`Unknown skill "${name}". Available: ${skills.names.join(", ")}`);
  process.exitCode = 1;
}

function listSkills(): void {
  for (const id of skills.names) {
    const { description, files } = skills.get(id);
    console.log(`${id}\n  ${description}`);
    for (const { path, bytes } of files) console.log(`  - ${path} (${bytes} bytes)`);
  }
}
