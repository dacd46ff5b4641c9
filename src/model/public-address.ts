/**
 * Where skillc is published. This is the only place that says so: package.json, the address of each rule in reports, SARIF
 * and editors, and the schema of a JSON config follow from it with `npm run docs`. While `OWNER` is the placeholder, they
 * leave the address out.
 */

const PLACEHOLDER = "OWNER";

/** The owner of the repository on GitHub. */
export const OWNER: string = PLACEHOLDER;

/** The person or organization that package.json names. */
const AUTHOR: string = PLACEHOLDER;

/** What package.json says about the place of a package. */
export interface PublicAddress {
  readonly author: string;
  readonly repository: { readonly type: "git"; readonly url: string };
  readonly homepage: string;
  readonly bugs: { readonly url: string };
}

/** Returns the address; undefined while there is none. */
export function publicAddress(owner = OWNER, author = AUTHOR): PublicAddress | undefined {
  if (owner === PLACEHOLDER) return undefined;
  const repository = `https://github.com/${owner}/skillc`;
  return {
    author: author === PLACEHOLDER ? owner : author,
    repository: { type: "git", url: `git+${repository}.git` },
    homepage: `https://${owner.toLowerCase()}.github.io/skillc`,
    bugs: { url: `${repository}/issues` },
  };
}

/** Returns the address of the page about a rule; undefined while there is none. */
export function ruleAddress(rule: string, home = publicAddress()?.homepage): string | undefined {
  return home === undefined ? undefined : `${home}/rules#${rule}`;
}

export function schemaAddress(home = publicAddress()?.homepage): string | undefined {
  return home === undefined ? undefined : `${home}/config.schema.json`;
}
