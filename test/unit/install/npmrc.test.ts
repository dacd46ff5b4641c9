/** Which credentials go to which address, whoever has written the settings. */
import { expect, test } from "vitest";
import { isInstallFault } from "../../../src/install/index.ts";
import { readRegistry, type Registry } from "../../../src/install/npmrc.ts";

const USER =
  "//npm.acme.test/:_authToken=user\n//npm.acme.test/private/:_authToken=deep\n//127.0.0.1:4873/:_authToken=local\n";

const open = (project: string, user = USER): Registry => {
  const files = [
    { path: ".npmrc", text: project, isProject: true },
    { path: "/home/a/.npmrc", text: user, isProject: false },
  ];
  const registry = readRegistry("@acme/skills", files, () => undefined);
  if (isInstallFault(registry)) throw new Error(registry.message);
  return registry;
};

test.each([
  ["https://npm.acme.test/x", "Bearer user"],
  ["https://npm.acme.test/private/x.tgz", "Bearer deep"],
  ["https://npm.acme.test/private/../x", "Bearer user"],
  ["https://npm.acme.test/private/%2e%2e/x", "Bearer user"],
  ["https://npm.acme.test/privateer/x", "Bearer user"],
  ["https://npm.acme.test:8443/x", undefined],
  ["https://npm.acme.test.evil.test/x", undefined],
  ["https://evil.test/npm.acme.test/", undefined],
  ["https://evil.test/?//npm.acme.test/", undefined],
  ["https://npm.acme.test@evil.test/x", undefined],
  ["https://evil.test#npm.acme.test/", undefined],
])("a token of the user for %s is %s", (address, expected) => {
  expect(open("registry=https://evil.test/").authorization(address)).toBe(expected);
});

test("a registry of the project gets no token of the user over http", () => {
  for (const line of ["registry=http://npm.acme.test/", "@acme:registry=http://npm.acme.test"]) {
    expect(open(line).url).toBe("http://npm.acme.test/");
    expect(open(line).authorization("http://npm.acme.test/x")).toBeUndefined();
    expect(open(line).authorization("https://npm.acme.test/x")).toBe("Bearer user");
    // Of the project itself, of the user's own registry, and on this machine.
    const own = `${line}\n//npm.acme.test/:_authToken=project`;
    expect(open(own).authorization("http://npm.acme.test/x")).toBe("Bearer project");
    expect(open("", `${line}\n${USER}`).authorization("http://npm.acme.test/x")).toBe("Bearer user");
  }
  // Also for a tarball that another registry of the project names.
  expect(open("registry=http://evil.test/").authorization("http://npm.acme.test/x.tgz")).toBeUndefined();
  expect(open("registry=http://127.0.0.1:4873/").authorization("http://127.0.0.1:4873/x")).toBe("Bearer local");
});
