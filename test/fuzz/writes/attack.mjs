/** Many kills and pairs, in an order that a seed decides. */
import { countSteps, createScenario, empty, inspect, killBuild, pairBuilds, readWhile, repair } from "./scenario.mjs";

const STATES = ["one", "two", "three"];

/**
 * Kills builds, half of them at an exact step and half at a random moment, and lets builds meet while the output is
 * read. Returns the faults.
 */
export async function attackWrites({ kills, pairs, seed, report = () => {} }) {
  const random = createRandom(seed);
  const pick = (list) => list[Math.floor(random() * list.length)];
  const scenario = await createScenario();
  const faults = [];
  const note = (fault, place) => {
    if (fault === undefined) return;
    faults.push(`${place}: ${fault}`);
    report(faults.at(-1));
  };
  const result = { faults, killed: { step: 0, moment: 0 }, late: 0 };
  try {
    let from = pick(STATES);
    await repair(scenario, from);
    while (result.killed.step + result.killed.moment < kills) {
      const isStep = result.killed.step <= result.killed.moment;
      const state = pick(STATES.filter((one) => one !== from));
      const job = await planKill(scenario, { from, state, isStep, random, pick });
      const place = `kill ${JSON.stringify({ from, state, ...job })}`;
      if ((await killBuild(scenario, state, job)) === "killed") result.killed[isStep ? "step" : "moment"]++;
      else result.late++;
      note(inspect(scenario), place);
      // Now and then another build is killed before one repairs the output, or the output is removed.
      from = random() < 0.3 ? "several" : random() < 0.1 ? "nothing" : pick(STATES);
      if (from === "nothing") empty(scenario);
      else if (from !== "several") note(await repair(scenario, from), `repair after ${place}`);
      if (faults.length > 20) return result;
      const done = result.killed.step + result.killed.moment;
      if (done % 100 === 0) report(`${done} kills, ${result.late} too late, ${faults.length} faults`);
    }
    note(await repair(scenario, "one"), "the last repair");
    const seen = await readWhile(scenario, async () => {
      for (let pair = 1; pair <= pairs && faults.length <= 20; pair++) {
        const states = [pick(STATES), pick(STATES)];
        note(await pairBuilds(scenario, states), `pair ${states.join(" and ")}`);
        if (pair % 20 === 0) report(`${pair} pairs, ${faults.length} faults`);
      }
    });
    for (const fault of seen.faults) note(fault, "reader");
    return { ...result, reads: seen.reads, overtaken: seen.overtaken };
  } finally {
    scenario.remove();
  }
}

async function planKill(scenario, { from, state, isStep, random, pick }) {
  // After several kills nobody knows how many steps are left; about as many as from another state.
  const known = from === "several" ? pick(STATES.filter((one) => one !== state)) : from;
  const isCounted = scenario.steps.has(`${known} ${state}`);
  const { steps, ms } =
    isCounted || from !== "several" ? await countSteps(scenario, known, state) : { steps: 90, ms: 60 };
  // Counting has built the new state.
  if (!isCounted && from === "nothing") empty(scenario);
  else if (!isCounted && from !== "several") await repair(scenario, from);
  // The first half of the steps only stages.
  const first = random() < 0.3 ? 0 : steps * 0.4;
  if (isStep)
    return { killAt: 1 + Math.floor(first + random() * (steps - first)), when: pick(["before", "half", "after"]) };
  return { afterMs: random() * ms * 0.9 };
}

/** mulberry32 */
function createRandom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}
