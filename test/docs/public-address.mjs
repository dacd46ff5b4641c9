/** Where skillc is published, as package.json and docs/ci.md say it. */

/** After this key of package.json. */
const AFTER = "license";

/**
 * @param {string} text Of package.json.
 * @param {import("../../src/model/public-address.ts").PublicAddress | undefined} address
 * @returns {string} The text with the address, or without one.
 */
export function withAddress(text, address) {
  const { author: _a, repository: _r, homepage: _h, bugs: _b, ...rest } = JSON.parse(text);
  const entries = Object.entries(rest).flatMap(([key, value]) =>
    key === AFTER ? [[key, value], ...Object.entries(address ?? {})] : [[key, value]],
  );
  return `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
}

/**
 * @param {string} text Of docs/ci.md.
 * @param {string} owner
 * @returns {string} The text with the owner of the repository.
 */
export function withOwner(text, owner) {
  return text.replaceAll(/(uses: |github\.com\/)[\w-]+(?=\/skillc\b)/g, `$1${owner}`);
}
