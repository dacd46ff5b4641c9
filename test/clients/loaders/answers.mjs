/**
 * What installed clients have answered, beside each client: while a profile is changed, `--kept` compares with these answers
 * instead of asking again, which takes minutes. What is recorded is always asked.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CLIENTS } from "../place.mjs";

const placeOf = ({ name }) => join(CLIENTS, name, "answers.json");

/** Two samples of one directory, file name and content get one answer. */
export function digestOf({ dir, file, bytes }) {
  return createHash("sha256").update(`${dir}\0${file}\0`).update(bytes).digest("hex").slice(0, 24);
}

/** Returns the answers of the pinned version by the digest of a sample; null if the client does not load it. */
export function keptAnswers(loader) {
  if (!existsSync(placeOf(loader))) return {};
  const { packages, answers } = JSON.parse(readFileSync(placeOf(loader), "utf8"));
  return JSON.stringify(packages) === JSON.stringify(loader.packages) ? answers : {};
}

/** Keeps the answers to these samples. */
export function keepAnswers(loader, results) {
  const answers = keptAnswers(loader);
  for (const { sample, theirs = null } of results) answers[digestOf(sample)] = theirs;
  writeFileSync(placeOf(loader), JSON.stringify({ packages: loader.packages, answers }));
}
