/** The tool gate against the resolution of Node's `path.posix` and against the URL parser. */
import { posix } from "node:path";
import fc from "../support/fast-check.ts";
import { expect, test } from "vitest";
import { createToolGate } from "../../src/runtime/tools/tool-gate.ts";

const forbidsRead = createToolGate([{ allowedTools: [], disallowedTools: ["Read(secrets/**)"] }]);
const allowsRead = createToolGate([{ allowedTools: ["Read(src/**)"] }], { allowedTools: "restrict" });
const part = fc.constantFrom(..."secrets|src|repo|key|.|..|/|//|./|../|/repo/|a|~| ".split("|"));
const path = fc.array(part, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(""));

test("no path below a forbidden directory is let through, and none outside an allowed one", () => {
  fc.assert(
    fc.property(path, (file_path) => {
      const resolved = posix.resolve("/repo", file_path);
      if (resolved.startsWith("/repo/secrets/"))
        expect(forbidsRead.check("Read", { file_path }).allowed, file_path).toBe(false);
      if (allowsRead.check("Read", { file_path }).allowed) expect(`${resolved}/`).toMatch(/^\/repo\/src\//);
    }),
    { numRuns: 5000 },
  );
});

const forbidsFetch = createToolGate([{ allowedTools: [], disallowedTools: ["WebFetch(domain:evil.example)"] }]);
const allowsFetch = createToolGate([{ allowedTools: ["WebFetch(domain:good.example)"] }], { allowedTools: "restrict" });
const piece = fc.constantFrom(
  ..."https:|http:|HTTPS:|file:|//|/|\\|evil.example|good.example|EVIL|.example|.|@|:|:80|?|#|%2e|\t|\n| |x".split("|"),
);
const url = fc.array(piece, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(""));

test("no address of a forbidden host is let through, and none of a host that is not allowed", () => {
  fc.assert(
    fc.property(url, (text) => {
      for (const base of [undefined, "https://base.example"]) {
        if (!URL.canParse(text, base)) continue;
        const { hostname, protocol } = new URL(text, base);
        const host = hostname.replace(/\.$/, "");
        if (host === "evil.example") expect(forbidsFetch.check("WebFetch", { url: text }).allowed, text).toBe(false);
        if (!allowsFetch.check("WebFetch", { url: text }).allowed || base !== undefined) continue;
        expect(host).toBe("good.example");
        expect(protocol).toMatch(/^https?:$/);
      }
    }),
    { numRuns: 5000 },
  );
});
