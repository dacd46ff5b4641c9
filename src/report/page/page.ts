/**
 * The script of a report: filters, sorts and opens the rows of the table of skills, and switches the theme. It is
 * inlined into the page as it is compiled, and imports nothing. Without it, the page shows everything.
 */

/** Rows that are visible at first, and that one click on "Show more" adds. */
const FIRST = 100;
const MORE = 200;

interface TableRow {
  readonly body: HTMLTableSectionElement;
  readonly text: string;
  readonly name: string;
  readonly numbers: readonly number[];
}

/** What is shown. An empty string matches everything. */
const state = {
  query: "",
  severity: "",
  view: "",
  namespace: "",
  rule: "",
  column: -1,
  isAscending: true,
  limit: FIRST,
};

const find = document.querySelector.bind(document);
const table = find<HTMLTableElement>("table.skills");
const rows: readonly TableRow[] = [...(table?.tBodies ?? [])].map((body) => {
  const { n = "" } = body.dataset;
  const description = body.querySelector(".description")?.textContent ?? "";
  const head = body.rows[0]?.cells[0]?.textContent ?? "";
  return {
    body,
    text: `${head} ${description}`.toLowerCase(),
    name: body.querySelector("bdi")?.textContent ?? "",
    numbers: n.split(" ").map(Number),
  };
});

function hasWord(list: string | undefined, word: string): boolean {
  return word === "" || ` ${list ?? ""} `.includes(` ${word} `);
}

function isMatch({ body, text }: TableRow): boolean {
  const { f = "", r, v, s } = body.dataset;
  return (
    state.query.split(/\s+/).every((word) => text.includes(word)) &&
    f.includes(state.severity) &&
    hasWord(r, state.rule) &&
    hasWord(v, state.view) &&
    (state.namespace === "" || s === state.namespace)
  );
}

let order: readonly TableRow[] = rows;
/** A row that a link opened: it is shown wherever it is in the order. */
let target: HTMLElement | null = null;

function show(): void {
  let matches = 0;
  for (const row of order) {
    const isShown = isMatch(row) && (++matches <= state.limit || row.body === target);
    row.body.hidden = !isShown;
  }
  const total = `${rows.length.toLocaleString("en")} ${rows.length === 1 ? "skill" : "skills"}`;
  const rule = state.rule === "" ? "" : ` with ${state.rule}`;
  const status = find<HTMLElement>("#status");
  if (status !== null)
    status.textContent = matches === rows.length ? total : `${matches.toLocaleString("en")} of ${total}${rule}`;
  showRule();
  find("#none")?.toggleAttribute("hidden", matches > 0);
  find("#more")?.toggleAttribute("hidden", matches <= state.limit);
}

/** Rows that are opened at once when a rule is chosen. */
const MOST_OPENED = 20;

/** The rule whose findings are shown: every row then has its number of them, and its details show no others. */
let shownRule = "";

function showRule(): void {
  if (state.rule === shownRule) return;
  const { rule } = state;
  shownRule = rule;
  table?.classList.toggle("only", rule !== "");
  find("#active")?.toggleAttribute("hidden", rule === "");
  const name = find("#rule span");
  if (name !== null) name.textContent = rule;
  let opened = 0;
  for (const row of rows) {
    let count = 0;
    for (const found of row.body.querySelectorAll<HTMLElement>(".finding")) {
      const isOfRule = rule === "" || found.dataset["c"] === rule;
      found.hidden = !isOfRule;
      if (isOfRule) count++;
    }
    row.body.querySelector(".of-rule")?.remove();
    if (rule === "") {
      toggle(row.body, false);
      continue;
    }
    const isShown = isMatch(row);
    if (isShown && count > 0) addCount(row, `${count.toLocaleString("en")} × ${rule}`);
    toggle(row.body, isShown && ++opened <= MOST_OPENED);
  }
}

function addCount({ body }: TableRow, text: string): void {
  const cell = body.rows[0]?.cells[1];
  const chip = document.createElement("span");
  // The colors of the first of them.
  const shown = body.querySelector(".finding:not([hidden]) .chip");
  chip.className = `${shown?.className ?? "chip"} of-rule`;
  chip.textContent = text;
  cell?.append(chip);
}

function sortBy(column: number, header: HTMLElement): void {
  const isSame = state.column === column;
  state.isAscending = isSame ? !state.isAscending : column === 0;
  state.column = column;
  const sign = state.isAscending ? 1 : -1;
  const byName = (one: TableRow, two: TableRow): number => (one.name < two.name ? -1 : one.name > two.name ? 1 : 0);
  const byNumber = (one: TableRow, two: TableRow): number =>
    sign * ((one.numbers[column - 1] ?? 0) - (two.numbers[column - 1] ?? 0)) || byName(one, two);
  order = [...rows].sort(column === 0 ? (one, two) => sign * byName(one, two) : byNumber);
  table?.append(...order.map(({ body }) => body));
  for (const other of table?.querySelectorAll("[aria-sort]") ?? []) other.removeAttribute("aria-sort");
  header.setAttribute("aria-sort", state.isAscending ? "ascending" : "descending");
  show();
}

function toggle(body: HTMLElement, isOpen: boolean): void {
  const button = body.querySelector("th button");
  if (button === null) return;
  button.setAttribute("aria-expanded", String(isOpen));
  body.classList.toggle("open", isOpen);
  body.querySelector(".detail")?.toggleAttribute("hidden", !isOpen);
}

function applyFilter(change: Partial<typeof state>): void {
  Object.assign(state, { limit: FIRST, ...change });
  show();
}

function resetFilters(change: Partial<typeof state> = {}): void {
  find<HTMLFormElement>(".filters")?.reset();
  applyFilter({ query: "", severity: "", view: "", namespace: "", rule: "", ...change });
}

/** Opens the skill that the address names, even if a filter or the limit hides it. */
function openTarget(): void {
  const body = /^#s\d+$/.test(location.hash) ? find<HTMLElement>(location.hash) : null;
  if (body === null) return;
  target = body;
  show();
  if (body.hidden) resetFilters();
  toggle(body, true);
  body.scrollIntoView({ block: "start" });
  body.querySelector<HTMLElement>("th button")?.focus({ preventScroll: true });
}

function listenToTable(): void {
  table?.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("button") : null;
    const header = button?.closest("th");
    if (button === null || header === null || header === undefined) return;
    if (button.dataset["sort"] !== undefined) sortBy(Number(button.dataset["sort"]), header);
    else toggle(button.closest("tbody") as HTMLElement, button.getAttribute("aria-expanded") !== "true");
  });
  find("#more button")?.addEventListener("click", () => applyFilter({ limit: state.limit + MORE }));
}

function listenToFilters(): void {
  const query = find<HTMLInputElement>("#query");
  query?.addEventListener("input", () => applyFilter({ query: query.value.trim().toLowerCase() }));
  for (const name of ["severity", "view", "namespace"] as const) {
    const select = find<HTMLSelectElement>(`#${name}`);
    select?.addEventListener("change", () => applyFilter({ [name]: select.value }));
  }
  find("#rule")?.addEventListener("click", () => applyFilter({ rule: "" }));
  const form = find<HTMLFormElement>(".filters");
  form?.addEventListener("submit", (event) => event.preventDefault());
  form?.addEventListener("reset", () => {
    applyFilter({ query: "", severity: "", view: "", namespace: "", rule: "" });
  });
  document.addEventListener("click", ({ target }) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a") : null;
    const { rule, view, namespace } = link?.dataset ?? {};
    if (rule !== undefined) resetFilters({ rule });
    for (const [name, value] of [
      ["view", view],
      ["namespace", namespace],
    ] as const) {
      const select = find<HTMLSelectElement>(`#${name}`);
      if (value === undefined || select === null) continue;
      resetFilters({ [name]: value });
      select.value = value;
    }
    // Setting the same address again triggers nothing.
    if (link !== null && link.hash === location.hash) openTarget();
  });
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    query?.focus();
  });
}

function listenToTheme(): void {
  const button = find<HTMLButtonElement>("#theme");
  const root = document.documentElement;
  const prefersDark = matchMedia("(prefers-color-scheme: dark)");
  const isDark = (): boolean => (root.dataset["theme"] ?? (prefersDark.matches ? "dark" : "light")) === "dark";
  const describe = (): void => {
    if (button === null) return;
    button.textContent = isDark() ? "Light" : "Dark";
    button.setAttribute("aria-label", isDark() ? "Light theme" : "Dark theme");
  };
  button?.addEventListener("click", () => {
    root.dataset["theme"] = isDark() ? "light" : "dark";
    describe();
  });
  prefersDark.addEventListener("change", describe);
  describe();
}

listenToTable();
listenToFilters();
listenToTheme();
show();
openTarget();
addEventListener("hashchange", openTarget);
