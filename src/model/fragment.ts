/** Notations that are no ids: the top of the page, lines of a file, text fragments, templates. */
const NO_ID = /^(?:top|L\d+(?:-L?\d+)?|:~:.*|.*[{}$<>*].*)$/i;

/** What is compared: decoded, lower case, as browsers and GitHub look it up; "" for what names no id. */
export function fragmentKey(fragment: string): string {
  if (NO_ID.test(fragment)) return "";
  const bare = fragment.replace(/^user-content-/, "");
  try {
    return decodeURIComponent(bare).toLowerCase();
  } catch {
    return bare.toLowerCase();
  }
}
