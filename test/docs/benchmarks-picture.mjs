/** docs/benchmarks.svg: bars of the CPU of builds and checks of 1,000 skills, in multiples of reading every byte. */
import { isMeasured, ratioOf, rowOf, times } from "../bench/results.mjs";
import { pictured, pictureText } from "./benchmarks-page.mjs";

const WIDTH = 800;
/** Where the bars start; labels end before it. */
const LEFT = 290;
/** The longest bar ends here, with space for its number. */
const RIGHT = WIDTH - 74;
const ROW = 26;
const BAR = 16;

/** The rows of skillc, from the most usual to the rarest. */
const OWN = [
  ["same", "nothing changed"],
  ["restored", "restored cache"],
  ["edit", "one skill edited"],
  ["cold", "empty cache"],
];

const STYLE = `
  svg { --paper: #ffffff; --line: #d1d9e0; --text: #1f2328; --soft: #59636e; --own: #0b7a75; --other: #b4bcc5; }
  @media (prefers-color-scheme: dark) {
    svg { --paper: #0d1117; --line: #3d444d; --text: #f0f6fc; --soft: #9198a1; --own: #2bb8ad; --other: #565e68; }
  }
  text { font: 14px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", Arial, sans-serif; fill: var(--text); }
  .title { font-size: 18px; font-weight: 600; }
  .group { font-weight: 600; }
  .soft { font-size: 13px; fill: var(--soft); }
  .name { text-anchor: end; }
  .value { font-variant-numeric: tabular-nums; }
  .paper { fill: var(--paper); stroke: var(--line); }
  .rule { stroke: var(--line); }
  .one { stroke: var(--soft); stroke-dasharray: 2 3; }
  .own { fill: var(--own); }
  .other { fill: var(--other); }`;

/**
 * @param {import("./benchmarks-page.d.mts").Recorded} recorded
 * @returns {string} The picture. It has its own background: a page may be dark where the system is light.
 */
export function benchmarksPicture(recorded) {
  const tree = pictured(recorded);
  const groups = [
    { name: "Build", bars: barsOf(tree, "build") },
    { name: "Check", bars: barsOf(tree, "check") },
  ];
  const longest = Math.max(...groups.flatMap(({ bars }) => bars.map(({ ratio }) => ratio)));
  const scale = (ratio) => Math.round(((RIGHT - LEFT) * ratio * 10) / longest) / 10;
  const parts = [];
  let top = 108;
  const start = top;
  for (const { name, bars } of groups) {
    parts.push(`<text class="group" x="28" y="${top + 12}">${name}</text>`);
    for (const [index, bar] of bars.entries()) {
      if (bars[index - 1]?.isOwn === true && !bar.isOwn) top += 6;
      parts.push(...drawBar(bar, top, scale(bar.ratio)));
      top += ROW;
    }
    top += 16;
  }
  const height = top + 26;
  const one = LEFT + scale(1);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="title">
<title id="title">${escape(pictureText(recorded))}</title>
<style>${STYLE}
</style>
<rect class="paper" x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="8"/>
<text class="title" x="28" y="38">CPU for ${tree.n.toLocaleString("en-US")} skills</text>
<text class="soft" x="28" y="60">in multiples of a Node process that reads every byte of them; shorter is better</text>
<line class="one" x1="${one}" y1="${start - 8}" x2="${one}" y2="${top - 12}"/>
<text class="soft" x="${one - 4}" y="${start - 14}">1: every byte read</text>
${parts.join("\n")}
<text class="soft" x="28" y="${height - 18}">* reads only SKILL.md, not the other files of a skill</text>
</svg>
`;
}

/** The bars of a group: those of skillc, then the others by length. */
function barsOf(tree, group) {
  const read = rowOf(tree, "read");
  const own = OWN.flatMap(([id, label]) => {
    const row = rowOf(tree, `${group}-${id}`);
    return isMeasured(row) ? [{ name: "skillc", about: label, ratio: ratioOf(row, read), isOwn: true }] : [];
  });
  const others = tree.rows
    .filter((row) => row.group === group && row.isPeer && isMeasured(row))
    .map((row) => ({ ...nameOf(row.label), ratio: ratioOf(row, read), isOwn: false }))
    .sort((first, second) => first.ratio - second.ratio);
  return [...own, ...others];
}

/** A label without its version; a star for what reads less. */
function nameOf(label) {
  const [name, about = ""] = label.split(", ");
  const short = name.replace(/^load hook of /, "").replace(/ [\d.]+(?= |$)/, "");
  return about === "SKILL.md only" ? { name: `${short} *` } : { name: short, about };
}

function drawBar({ name, about, ratio, isOwn }, top, width) {
  const line = top + 12;
  const more = about ? `<tspan class="soft"> ${escape(about)}</tspan>` : "";
  return [
    `<text class="name" x="${LEFT - 10}" y="${line}">${escape(name)}${more}</text>`,
    `<rect class="${isOwn ? "own" : "other"}" x="${LEFT}" y="${top - 1}" width="${width}" height="${BAR}" rx="2"/>`,
    `<text class="value" x="${LEFT + width + 7}" y="${line}">${times(ratio)}</text>`,
  ];
}

function escape(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
