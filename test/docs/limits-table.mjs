/** The table of limits in docs/deployment.md, made from the table of platforms. */

/**
 * @param {readonly Pick<import("../../src/platforms/table.ts").Platform, "name" | "label" | "limits" | "startup" | "memory">[]} platforms
 * @returns {string}
 */
export function limitsTable(platforms) {
  const rows = platforms.map(({ name, label, limits, startup, memory }) => {
    const sizes = limits.map(({ what, most, severity, label: of }) => {
      const measured =
        what === "files"
          ? `${most.toLocaleString("en-US")} files in \`assets/\``
          : `${megabytes(most)} ${what === "gzip" ? "compressed" : "as written"}`;
      return `${measured} (${of}${severity === "warning" ? "; only a warning" : ""})`;
    });
    const rest = [
      startup === undefined ? undefined : `${startup.milliseconds} ms to start`,
      memory === undefined ? undefined : `${megabytes(memory.bytes)} of memory`,
    ].filter((text) => text !== undefined);
    return `| \`${name}\` | ${label} | ${sizes.join("<br>") || "none"} | ${rest.join(", ")} |`;
  });
  return ["| `platform` | where | size limits | estimated and compared, too |", "|---|---|---|---|", ...rows].join(
    "\n",
  );
}

/** @param {number} bytes */
function megabytes(bytes) {
  return bytes % 1_048_576 === 0 ? `${bytes / 1_048_576} MiB` : `${bytes / 1_000_000} MB`;
}
