/** Answers a question, or lists the skills: npm start -- "Which house colors are there?" */
import { skills } from "#skills";
import { answer } from "./agent.ts";

const prompt = process.argv.slice(2).join(" ");

if (prompt === "") {
  console.log('Ask a question: npm start -- "Write the minutes: harbor project"\n\nSkills:');
  for (const id of skills.names) console.log(`  ${id}: ${skills.get(id).description}`);
} else {
  const { text } = await answer(prompt);
  console.log(text);
}
