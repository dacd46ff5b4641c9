import { describe, expect, test } from "vitest";
import type { AnySkills } from "../../../src/runtime/access.ts";
import { callTool, skillTools } from "../../../src/runtime/tools/index.ts";
import { bindTools } from "../../../src/runtime/tools/bound-tools.ts";
import { createExecutor } from "../../../src/runtime/executor/index.ts";
import { isRefusal } from "../../../src/runtime/guard/outcome.ts";
import { runtimeProfile } from "../../../src/runtime/profile/runtime-profile.ts";
import { fixtureSkills } from "../../support/fixture-skills.ts";

const library = fixtureSkills([
  { id: "catalogue", path: "desk/catalogue", allowedTools: ["Search"], instructions: "\nFind the book.\n" },
  { id: "house-rules", path: "", preload: true, instructions: "Whisper.", allowedTools: ["Clock"] },
  { id: "lending", path: "desk/lending", allowedTools: ["Search", "Stamp", "Search"], instructions: "Stamp $0." },
  { id: "restoring", path: "cellar/restoring", requiredScope: ["cellar:enter"], instructions: "Use paste." },
  { id: "archive", path: "cellar/archive", disableModelInvocation: true, instructions: "Go down." },
  { id: "night-watch", path: "cellar/night-watch", userInvocable: false, instructions: "Walk round." },
]);

describe("activation", () => {
  test("gives the trimmed instructions and the tools, sorted and each once", async () => {
    const executor = createExecutor(library);
    expect(await executor.activate("lending")).toMatchObject({
      ok: true,
      instructions: "Stamp $0.",
      addedTools: ["Search", "Stamp"],
      alreadyActive: false,
    });
    expect(await executor.activate("catalogue")).toMatchObject({ instructions: "Find the book." });
    expect(executor.activeSkills()).toEqual(["catalogue", "house-rules", "lending"]);
    expect(executor.activeTools()).toEqual(["Clock", "Search", "Stamp"]);
  });

  test("renders with the arguments of the call, also when the skill is active already", async () => {
    const executor = createExecutor(library, {
      render: async (skill, { arguments: given }) => skill.instructions.replace("$0", given ?? "nothing"),
    });
    expect(await executor.activate("lending", { arguments: "Emma" })).toMatchObject({ instructions: "Stamp Emma." });
    expect(await executor.activate("lending")).toMatchObject({ instructions: "Stamp nothing.", alreadyActive: true });
  });

  test("counts no preloaded skill, and refuses what is over the limit", async () => {
    const executor = createExecutor(library, { maxActive: 1 });
    expect(executor.activeSkills()).toEqual(["house-rules"]);
    expect(await executor.activate("lending")).toMatchObject({ ok: true });
    expect(await executor.activate("catalogue")).toMatchObject({
      code: "max-active",
      message: expect.stringContaining("(max 1)") as string,
    });
    expect(executor.deactivate("lending")).toEqual({ ok: true, removedTools: ["Search", "Stamp"] });
    expect(await executor.activate("catalogue")).toMatchObject({ ok: true });
  });

  test("counts preloaded skills as PromptKit does, when asked for", () => {
    const skills = fixtureSkills(["brand", "inl", "pci"].map((id) => ({ id, preload: true })));
    expect(createExecutor(skills, { profile: "promptkit", maxActive: 2, compat: "exact" }).activeSkills()).toEqual([
      "brand",
      "inl",
    ]);
    expect(createExecutor(skills, { profile: "promptkit", maxActive: 2 }).activeSkills()).toEqual([
      "brand",
      "inl",
      "pci",
    ]);
  });

  test("resolves bare names, and answers unknown ones with those that are near and visible", async () => {
    const skills = fixtureSkills([
      { id: "acme:lending", name: "lending", namespace: "acme" },
      { id: "lendings", requiredScope: ["staff:only"] },
    ]);
    const executor = createExecutor(skills);
    expect(await executor.activate("lending")).toMatchObject({ ok: true, skill: { id: "acme:lending" } });
    expect(executor.deactivate("lending")).toMatchObject({ ok: true });
    const refused = await executor.activate("landing");
    expect(refused).toMatchObject({ code: "unknown-skill", nearest: ["acme:lending"] });
    expect(refused).toMatchObject({ message: 'Unknown skill "landing" (did you mean "acme:lending"?)' });
    for (const name of ["constructor", "__proto__", ""])
      expect(await executor.activate(name)).toMatchObject({ code: "unknown-skill" });
  });

  test("asks before it activates, and does not when the skill is active", async () => {
    const asked: string[] = [];
    const executor = createExecutor(library, {
      beforeActivation: ({ id }) => {
        asked.push(id);
        if (id === "catalogue") return { decision: "deny", reason: "closed on Mondays" };
        return id === "archive" ? { decision: "pending", state: { ticket: 7 } } : { decision: "ok" };
      },
    });
    await executor.activate("lending");
    await executor.activate("lending");
    expect(await executor.activate("catalogue")).toMatchObject({
      code: "denied",
      message: expect.stringContaining("closed on Mondays") as string,
    });
    expect(await executor.activate("archive")).toMatchObject({ code: "pending", pending: { ticket: 7 } });
    expect(asked).toEqual(["lending", "catalogue", "archive"]);
    expect(executor.activeSkills()).toEqual(["house-rules", "lending"]);
  });

  test("a slow hook cannot let two skills into the last place", async () => {
    const executor = createExecutor(library, { maxActive: 1, beforeActivation: async () => ({ decision: "ok" }) });
    const results = await Promise.all(["lending", "catalogue"].map((id) => executor.activate(id)));
    expect(results.map((result) => (result.ok ? "ok" : result.code)).sort()).toEqual(["max-active", "ok"]);
  });

  test("a skill whose contents cannot be loaded is not active", async () => {
    const broken: AnySkills = {
      ...library,
      find: library.find,
      names: library.names,
      load: async () => Promise.reject(new Error("offline")),
    };
    const executor = createExecutor(broken);
    await expect(executor.activate("lending")).rejects.toThrow("offline");
    expect(executor.activeSkills()).toEqual(["house-rules"]);
  });
});

describe("who sees what", () => {
  test("the model and the user see what is meant for them; the application is never refused by a flag", async () => {
    const executor = createExecutor(library, { grants: ["cellar:*"] });
    expect(executor.visible().map(({ id }) => id)).toEqual([
      "catalogue",
      "house-rules",
      "lending",
      "night-watch",
      "restoring",
    ]);
    expect(executor.visible({ by: "user" }).map(({ id }) => id)).not.toContain("night-watch");
    expect(await executor.activate("archive", { by: "model" })).toMatchObject({ code: "not-invocable" });
    expect(await executor.activate("night-watch", { by: "user" })).toMatchObject({ code: "not-invocable" });
    expect(await executor.activate("archive")).toMatchObject({ ok: true });
  });

  test("a scope that was not granted hides a skill, and differs from an unknown name", async () => {
    const executor = createExecutor(library);
    expect(executor.visible().map(({ id }) => id)).not.toContain("restoring");
    expect(await executor.skillIndex()).not.toContain("restoring");
    expect(executor.find("restoring")).toMatchObject({ code: "unauthorized" });
    expect(await executor.open("restoring")).toMatchObject({ code: "unauthorized" });
    expect(await executor.activate("restorin")).toMatchObject({ code: "unknown-skill", nearest: [] });
  });

  test("an agent has only the skills that it was given", async () => {
    const executor = createExecutor(library, { only: ["lending"] });
    expect(executor.activeSkills()).toEqual([]);
    expect(executor.visible().map(({ id }) => id)).toEqual(["lending"]);
    expect(await executor.activate("catalogue")).toMatchObject({ code: "not-available" });
    expect(() => createExecutor(library, { only: ["landing"] })).toThrow('"lending"');
  });
});

describe("filters", () => {
  test("deactivate what no longer matches, and bring preloads back that they kept out", async () => {
    const executor = createExecutor(library);
    await executor.activate("lending");
    expect(executor.setFilter("cellar")).toEqual({ ok: true, deactivated: ["house-rules", "lending"] });
    expect(executor.activeSkills()).toEqual([]);
    expect((await executor.preloadedPrompt()).text).toBe("");
    executor.setFilter("");
    expect(executor.activeSkills()).toEqual(["house-rules"]);
  });

  test("a preload that was deactivated by name stays away until it is asked for", async () => {
    const executor = createExecutor(library);
    executor.deactivate("house-rules");
    executor.setFilter("");
    expect(executor.activeSkills()).toEqual([]);
    await executor.activate("house-rules");
    executor.setFilter("none");
    executor.setFilter("");
    expect(executor.activeSkills()).toEqual(["house-rules"]);
  });

  test("runs that share an executor have filters of their own", async () => {
    const executor = createExecutor(library, { filter: "desk" });
    const results = await Promise.all([
      executor.activate("lending", { by: "model" }),
      executor.activate("lending", { filter: "cellar" }),
      executor.activate("night-watch", { by: "model", filter: "cellar" }),
      executor.activate("night-watch", { by: "user", filter: "cellar" }),
    ]);
    expect(results.map((result) => (isRefusal(result) ? result.code : "ok"))).toEqual([
      "ok",
      "ok",
      "ok",
      "not-invocable",
    ]);
    expect(executor.visible({ filter: "cellar" }).map(({ id }) => id)).toEqual(["night-watch"]);
  });

  test("a malformed one is refused, and nothing changes", async () => {
    const executor = createExecutor(library, { filter: "desk" });
    expect(executor.setFilter("desk/[")).toMatchObject({
      code: "filter-invalid",
      message: expect.stringContaining("never closed") as string,
    });
    expect(executor.visible().map(({ id }) => id)).toEqual(["catalogue", "lending"]);
    expect(await executor.activate("night-watch", { filter: "cellar/[" })).toMatchObject({
      code: "filtered",
      message: expect.stringContaining("malformed") as string,
    });
    expect(() => createExecutor(library, { filter: "desk/[" })).toThrow(TypeError);
    expect(await executor.activate("lending", { filter: [] })).toMatchObject({
      message: 'The skill "lending" is excluded by the filter []',
    });
  });

  test("a model's call obeys the default filter, but not in PromptKit as it was", async () => {
    const mended = createExecutor(library, { profile: "promptkit", filter: "none" });
    const exact = createExecutor(library, { profile: "promptkit", compat: "exact", filter: "none" });
    expect(await mended.activate("lending", { by: "model" })).toMatchObject({ code: "filtered" });
    expect(mended.visible()).toEqual([]);
    expect(await exact.activate("lending", { by: "model" })).toMatchObject({ ok: true });
    expect(exact.visible().map(({ id }) => id)).toContain("lending");
  });
});

describe("the index", () => {
  test("is narrowed by the selector and the directory, in catalog order", async () => {
    const executor = createExecutor(library, { selector: () => ["lending", "catalogue", "archive", "ghost"] });
    expect(await executor.skillIndex({ query: "books" })).toContain("<name>\ncatalogue\n</name>");
    expect((await executor.list({ query: "books" })).map(({ id }) => id)).toEqual(["catalogue", "lending"]);
    executor.setSelector(undefined);
    expect((await executor.list({ dir: "cellar" })).map(({ id }) => id)).toEqual(["night-watch"]);
  });
});

describe("preloaded text", () => {
  test("is rendered, wrapped and counted", async () => {
    const executor = createExecutor(library, { render: ({ instructions }) => instructions.toUpperCase() });
    expect(await executor.preloadedPrompt()).toEqual({
      text: '<skill_content name="house-rules">\nWHISPER.\n</skill_content>',
      tokens: 15,
      skills: ["house-rules"],
    });
    expect((await executor.preloadedPrompt({ wrap: ({ instructions }) => instructions })).text).toBe("WHISPER.");
    expect(await executor.preloadedPrompt({ filter: "desk" })).toMatchObject({ text: "", skills: [] });
    executor.deactivate("house-rules");
    expect(await executor.preloadedPrompt()).toEqual({ text: "", tokens: 0, skills: [] });
  });
});

describe("state", () => {
  test("continues in another executor", async () => {
    const before = createExecutor(library, { filter: "desk" });
    await before.activate("lending");
    await before.activate("night-watch", { filter: "cellar" });
    before.setFilter(["desk", "cellar"]);
    const state: unknown = JSON.parse(JSON.stringify(before.exportState()));

    const after = createExecutor(library);
    expect(after.restoreState(state)).toEqual({ ok: true, dropped: [] });
    expect(after.activeSkills()).toEqual(["lending", "night-watch"]);
    expect(after.restoreState(state)).toEqual({ ok: true, dropped: [] });
    expect(after.exportState()).toEqual(before.exportState());
  });

  test("cannot widen the filter, the flags, the grants or the maximum of the application", async () => {
    const skills = fixtureSkills([
      { id: "in", path: "desk/in" },
      { id: "in-too", path: "desk/in-too" },
      { id: "out", path: "cellar/out" },
      { id: "by-hand", path: "desk/by-hand", disableModelInvocation: true },
      { id: "secret", path: "desk/secret", requiredScope: ["admin"] },
    ]);
    const all = [...skills.names];
    for (const filter of ["", "cellar", ["desk", "cellar"], "**"]) {
      const executor = createExecutor(skills, { filter: "desk", maxActive: 1 });
      const state = { version: 1, active: all, dismissed: [], filter };
      expect(executor.restoreState(state)).toEqual({
        ok: true,
        dropped: [
          { id: "by-hand", reason: "state-not-trusted" },
          { id: "in-too", reason: "max-active" },
          { id: "out", reason: "filtered" },
          { id: "secret", reason: "unauthorized" },
        ],
      });
      const visible = executor.visible({ by: "application" }).map(({ id }) => id);
      expect(visible).toEqual(filter === "cellar" ? [] : ["by-hand", "in", "in-too"]);
      expect(await executor.activate("out")).toMatchObject({ code: "filtered" });
      expect(await executor.activate("secret")).toMatchObject({ code: "unauthorized" });
      expect(await executor.activate("by-hand", { by: "model" })).toMatchObject({ code: "not-invocable" });
      executor.deactivate("in");
      expect(executor.setFilter("cellar")).toMatchObject({ ok: true });
      expect(await executor.activate("out")).toMatchObject({ ok: true });
    }
  });

  test("names what is gone or no longer admitted", async () => {
    const before = createExecutor(library, { grants: ["cellar:enter"] });
    for (const id of ["lending", "restoring", "catalogue"]) await before.activate(id);
    const after = createExecutor(
      fixtureSkills([{ id: "catalogue" }, { id: "restoring", requiredScope: ["cellar:enter"] }]),
    );
    expect(after.restoreState(before.exportState())).toEqual({
      ok: true,
      dropped: [
        { id: "house-rules", reason: "unknown-skill" },
        { id: "lending", reason: "unknown-skill" },
        { id: "restoring", reason: "unauthorized" },
      ],
    });
    expect(after.activeSkills()).toEqual(["catalogue"]);
    // They stay in the state until the application deactivates them.
    expect(after.exportState()).toEqual(before.exportState());
    expect(after.deactivate("lending")).toEqual({ ok: true, removedTools: [] });
    expect(after.exportState().active.map(({ id }) => id)).toEqual(["catalogue", "house-rules", "restoring"]);
    expect(after.deactivate("lending")).toMatchObject({ code: "not-active" });
  });

  test("is JSON, also as a text", async () => {
    const before = createExecutor(library);
    await before.activate("lending", { by: "model" });
    const text = JSON.stringify(before.exportState());
    expect(JSON.parse(text)).toEqual({
      version: 2,
      active: [
        { id: "house-rules", by: "application" },
        { id: "lending", by: "model" },
      ],
      dismissed: [],
      filter: "",
    });
    const after = createExecutor(library);
    expect(after.restoreState(text)).toEqual({ ok: true, dropped: [] });
    expect(after.activeSkills()).toEqual(["house-rules", "lending"]);
  });

  test.each([
    undefined,
    null,
    "null",
    "",
    "state",
    42,
    [],
    {},
    { version: 3, active: [], dismissed: [], filter: "" },
    { version: "2", active: [], dismissed: [], filter: "" },
    { version: 2, active: ["lending"], dismissed: [], filter: "" },
    { version: 2, active: [{ id: "lending" }], dismissed: [], filter: "" },
    { version: 2, active: [{ id: "lending", by: "root" }], dismissed: [], filter: "" },
    { version: 2, active: [{ id: "lending", by: ["user"] }], dismissed: [], filter: "" },
    { version: 2, active: [{ id: 3, by: "user" }], dismissed: [], filter: "" },
    { version: 2, active: [null], dismissed: [], filter: "" },
    { version: 2, active: { id: "lending", by: "user" }, dismissed: [], filter: "" },
    { version: 2, active: [], filter: "" },
    { version: 2, active: [], dismissed: "lending", filter: "" },
    { version: 2, active: [], dismissed: [], filter: 3 },
    { version: 1, active: [{ id: "lending", by: "user" }], dismissed: [], filter: "" },
    { version: 1, active: [3], dismissed: [], filter: "" },
    { version: 1, active: [], dismissed: [], filter: "[" },
  ])("%j is refused", (state) => {
    const executor = createExecutor(library);
    expect(executor.restoreState(state)).toMatchObject({ code: "state-invalid" });
    expect(executor.activeSkills()).toEqual(["house-rules"]);
  });
});

describe("profiles", () => {
  test("come from the catalog unless another one is named", () => {
    expect(createExecutor(fixtureSkills([], { profile: "fizeau" })).profile.name).toBe("fizeau");
    expect(createExecutor(fixtureSkills([], { profile: "spec" })).profile.name).toBe("standard");
    expect(createExecutor(library, { profile: "carnet" }).profile.resources).toBe("declared");
    expect(() => runtimeProfile("promptkitt" as "promptkit")).toThrow('did you mean "promptkit"?');
    expect(() => runtimeProfile("autopilot" as "promptkit")).toThrow(
      "the profiles are standard, promptkit, skillkit, cognesy, carnet, fizeau",
    );
  });
});

describe("bound tools", () => {
  test("are there while their skill is active", async () => {
    const executor = createExecutor(library);
    const tools = bindTools(executor, { lending: "stamp", "house-rules": "clock" });
    expect(tools()).toEqual(["clock"]);
    await executor.activate("lending");
    expect(tools()).toEqual(["clock", "stamp"]);
    executor.setFilter("desk");
    expect(tools()).toEqual(["stamp"]);
  });

  test("are there for a loop of the skill's own, which activates nothing", async () => {
    const executor = createExecutor(library);
    const tools = bindTools(executor, { lending: "stamp", "house-rules": "clock" });
    expect(tools(library.get("lending"))).toEqual(["clock", "stamp"]);
    expect(tools(library.get("house-rules"))).toEqual(["clock"]);
    expect(tools(library.get("archive"))).toEqual(["clock"]);
  });

  test("cannot be bound to a skill that is not there", () => {
    expect(() => bindTools(createExecutor(library), { landing: "stamp" })).toThrow('"lending"');
  });
});

test("one executor serves several sessions: the id is that of the call, of the tools, else of the executor", async () => {
  const sessions = fixtureSkills([{ id: "log", instructions: "Session $SESSION_ID, $CLAUDE_SESSION_ID." }]);
  for (const profile of ["standard", "skillkit"] as const) {
    const executor = createExecutor(sessions, { profile, sessionId: "own" });
    const call = await executor.activate("log", { sessionId: "s-1" });
    const opened = await executor.open("log", { sessionId: "s-2" });
    const plain = await executor.activate("log");
    const texts = [call, opened, plain].map((result) => (isRefusal(result) ? "" : result.instructions));
    expect(texts).toEqual(["Session s-1, s-1.", "Session s-2, s-2.", "Session own, own."]);
    const tools = skillTools(executor, { style: "fizeau", sessionId: "s-3" });
    expect(await callTool(tools, "load_skill", { skill_name: "log" })).toBe("Session s-3, s-3.");
    const forked = skillTools(executor, { style: "skillkit", sessionId: "s-4", onFork: ({ prompt }) => prompt });
    expect(JSON.stringify(await callTool(forked, "activate_skill", { name: "log" }))).toContain("s-4");
  }
});
