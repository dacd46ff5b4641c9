/** The written form of a client: `codex@272k,root=/srv/skills,reserve=200`. */
import { clientRows, listingClients, type ClientRow, type ListingClientName } from "./clients.ts";
import type { ListingClient } from "./listing.ts";

/** Why a client cannot be read, in parts: what is written, and what is possible. */
export class ListingFault extends TypeError {
  readonly actual: string;
  readonly expected: string;
  /** The key of a config that has the value, if it has one of its own. */
  readonly key: "window" | "root" | undefined;

  constructor(
    message: string,
    { actual, expected, key }: Pick<ListingFault, "actual" | "expected"> & { key?: "window" | "root" },
  ) {
    super(`${message} "${actual}"; use ${expected}`);
    this.actual = actual;
    this.expected = expected;
    this.key = key;
  }
}

/**
 * Reads a client as it is written on the command line and in a config.
 *
 * @throws ListingFault, which says what is wrong, and lists what is possible.
 * @example
 * parseListingClient("claude-code@200k,reserve=900"); // { client: "claude-code", budget: { window: 200000 }, reserve: 900 }
 */
export function parseListingClient(written: string): ListingClient {
  const [head = "", ...settings] = written.split(",");
  const at = head.indexOf("@");
  const client = clientOf(at < 0 ? head : head.slice(0, at));
  const budget = at < 0 ? undefined : budgetOf(client, head.slice(at + 1));
  const read: { root?: string; reserve?: number } = {};
  for (const setting of settings) {
    const equal = setting.indexOf("=");
    const [key, value] = equal < 0 ? [setting, ""] : [setting.slice(0, equal), setting.slice(equal + 1)];
    if (key === "root") read.root = rootOf(client, value);
    else if (key === "reserve") read.reserve = reserveOf(value);
    else
      throw new ListingFault(`unknown setting of ${client}`, {
        actual: setting,
        expected: "root=<directory> or reserve=<number>",
      });
  }
  return { client, ...(budget && { budget }), ...read };
}

function clientOf(name: string): ListingClientName {
  const known = listingClients.find((client) => client === name);
  if (known === undefined) {
    const [last = "", ...others] = listingClients.toReversed();
    throw new ListingFault("unknown client", {
      actual: name,
      expected: `${others.toReversed().join(", ")} or ${last}`,
    });
  }
  return known;
}

/** Returns the budget of a client: a context window as `200k` or `1m`, else `chars:8000` or `tokens:4000`. */
function budgetOf(client: ListingClientName, written: string): NonNullable<ListingClient["budget"]> {
  const { budgets }: Pick<ClientRow, "budgets"> = clientRows[client];
  if (budgets.length === 0)
    throw new ListingFault(`${client} lists everything, without a budget`, {
      actual: written,
      expected: `${client} without a budget`,
      key: "window",
    });
  const [, unit = "", digits = "", factor = ""] = BUDGET.exec(written) ?? [];
  const count = Number(digits) * FACTORS[factor as keyof typeof FACTORS];
  const isPlain = unit === "" && factor === "" && client === "agent";
  const kind = isPlain ? "tokens" : UNITS[unit as keyof typeof UNITS];
  if (digits !== "" && count > 0 && count <= MOST && budgets.includes(kind)) return { [kind]: count } as never;
  const forms = budgets.map((form) => (form === "tokens" && client === "agent" ? "4000" : FORMS[form]));
  throw new ListingFault(`unknown budget of ${client}`, {
    actual: written,
    expected: forms.join(" or "),
    key: "window",
  });
}

const BUDGET = /^(|chars:|tokens:)(\d{1,9})(|k|m)$/;
const FACTORS = { "": 1, k: 1000, m: 1_000_000 } as const;
const UNITS = { "": "window", "chars:": "characters", "tokens:": "tokens" } as const;
const FORMS = {
  window: "a context window in tokens such as 200k",
  characters: "chars:8000",
  tokens: "tokens:4000",
} as const;
/** No context window is larger; sums stay exact. */
const MOST = 1_000_000_000;

function rootOf(client: ListingClientName, value: string): string {
  if (!clientRows[client].usesRoot)
    throw new ListingFault(`${client} lists no paths`, {
      actual: value,
      expected: `${client} without root`,
      key: "root",
    });
  if (!/^(?:\/|[A-Za-z]:[/\\]|~)/.test(value))
    throw new ListingFault(`root= of ${client} is not absolute:`, {
      actual: value,
      expected: "an absolute directory such as /srv/skills",
      key: "root",
    });
  return value.replaceAll("\\", "/").replace(/(?<!\/)\/+$/, "");
}

function reserveOf(value: string): number {
  if (!/^\d{1,9}$/.test(value))
    throw new ListingFault("unknown number in reserve=", {
      actual: value,
      expected: "a whole number of at most 9 digits",
    });
  return Number(value);
}
