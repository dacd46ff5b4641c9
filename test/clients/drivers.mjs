/**
 * The clients that run here. A client is one file: what is installed, how it is started against a local address, and where
 * the listing is in what it sends.
 */
import claudeCode from "./drivers/claude-code.mjs";
import codex from "./drivers/codex.mjs";

/** @type {readonly import("./drivers.d.mts").Driver[]} */
export const drivers = [claudeCode, codex];

/** Packages of which only functions are called: they are unpacked, without their dependencies. */
export const unpacked = [{ name: "openclaw", packages: ["openclaw@2026.9.6"] }];

/** Libraries that measure the same. */
export const libraries = [{ name: "string-width", packages: ["string-width@9.0.0"] }];
