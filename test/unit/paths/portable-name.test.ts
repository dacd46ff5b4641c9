import { expect, test } from "vitest";
import { portabilityFault } from "../../../src/paths/index.ts";

test.each([
  ["references/aux.md", '"aux.md" is the device AUX on Windows'],
  ["CON", '"CON" is the device CON on Windows'],
  ["nul.tar.gz", '"nul.tar.gz" is the device NUL on Windows'],
  ["scripts/Com1 .txt", "is the device COM1 on Windows"],
  ["lpt³", "is the device LPT³ on Windows"],
  ["conin$", "is the device CONIN$ on Windows"],
  ["notes./forms.md", '"notes." ends with a dot, which Windows drops'],
  ["forms.md ", '"forms.md " ends with a space, which Windows drops'],
  ["references/10:30.md", '"10:30.md" contains ":", which Windows does not allow'],
  ['say "hi".md', "contains a double quote"],
  ["windows\\style.md", 'contains "\\"'],
  ["why?.md", 'contains "?"'],
  ["line\nbreak.md", '"line\\nbreak.md" contains the control character U+000A'],
])("%j cannot be created", (path, fault) => {
  expect(portabilityFault(path)).toContain(fault);
});

test.each([
  "references/forms.md",
  "",
  ".",
  "../vendor",
  ".env.example",
  "console.md",
  "com10.md",
  "com.md",
  "lpt0",
  "my aux.md",
  "auxiliary/forms.md",
  "{{slug}}/[a]+(b) & c'd.md",
  "日本語.md",
])("%j can", (path) => {
  expect(portabilityFault(path)).toBeUndefined();
});
