/** The tables of src/README.md. */

/**
 * @param {readonly import("./rooms.d.mts").Room[]} rooms
 * @returns {string} The import table.
 */
export function roomsTable(rooms) {
  const rows = rooms.map(({ name, holds, imports, libraries = [], knowsNode }) => {
    const alone = [...libraries.map((library) => `\`${library}\``), ...(knowsNode === true ? ["Node"] : [])];
    const other = imports.map((room) => `\`${room}\``).join(", ");
    return row([`[\`${labelOf(name)}\`](${name})`, holds, other === "" ? "nothing" : other, alone.join(", ")]);
  });
  return [row(["where", "what", "imports", "libraries"]), row(["---", "---", "---", "---"]), ...rows].join("\n");
}

/**
 * @param {readonly import("./changes.d.mts").Change[]} changes
 * @returns {string} Where to change what.
 */
export function changesTable(changes) {
  const rows = changes.map(({ job, file, name, note }) => {
    const where = `\`${name}\` in [\`${file}\`](${file})`;
    return row([job, note === undefined ? where : `${where}; ${note}`]);
  });
  return [row(["to …", "start at"]), row(["---", "---"]), ...rows].join("\n");
}

/**
 * @param {readonly import("./way.d.mts").Step[]} way
 * @returns {string} The files that one skill passes.
 */
export function wayTable(way) {
  const rows = way.map(({ file, does, calls = [], gives }, at) => {
    const called = calls.map((one) => `\`${one}\``).join(", ");
    const next = gives === undefined ? "" : `by type: [\`${gives.name}\`](${gives.file})`;
    return row([`${at + 1}`, `[\`${file}\`](${file})`, does, called === "" ? next : `calls ${called}`]);
  });
  return [row(["", "file", "what it does", "hands over"]), row(["---", "---", "---", "---"]), ...rows].join("\n");
}

/** @param {readonly string[]} cells */
const row = (cells) => `| ${cells.join(" | ")} |`;

/** @param {string} name */
const labelOf = (name) => (name.endsWith(".ts") ? name : `${name}/`);
