/** A reader of XML 1.0 that is as strict as the strictest: everything that is not well-formed throws. */

export interface XmlElement {
  readonly tag: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** The texts between the children, joined. */
  readonly text: string;
}

/** What XML 1.0 allows as a character. */
const FORBIDDEN = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;

const TOKEN = /<\?xml version="1\.0" encoding="UTF-8"\?>\n|<(\w[\w-]*)((?: \w+="[^"<]*")*)>|<\/(\w[\w-]*)>|[^<]+/gy;

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Reads a document without comments, sections and references to numbers. */
export function readXml(document: string): XmlElement {
  const forbidden = FORBIDDEN.exec(document);
  if (forbidden !== null) throw new Error(`forbidden character at ${forbidden.index}`);
  const root = { tag: "", attributes: {}, children: [] as XmlElement[], text: "" };
  const open = [root];
  let end = 0;
  for (const [token, tag, attributes, closed] of document.matchAll(TOKEN)) {
    end += token.length;
    const parent = open.at(-1) as typeof root;
    if (tag !== undefined) {
      const element = { tag, attributes: attributesOf(attributes ?? ""), children: [], text: "" };
      parent.children.push(element);
      open.push(element);
    } else if (closed !== undefined) {
      if (open.length === 1 || open.pop()?.tag !== closed) throw new Error(`</${closed}> closes nothing`);
    } else if (!token.startsWith("<?")) parent.text += unescape(token);
  }
  if (end !== document.length) throw new Error(`cannot read on at: ${document.slice(end, end + 40)}`);
  const [only] = root.children;
  if (open.length > 1 || root.children.length !== 1 || root.text.trim() !== "") throw new Error("not one element");
  return only as XmlElement;
}

function attributesOf(list: string): Record<string, string> {
  const found = [...list.matchAll(/ (\w+)="([^"]*)"/g)].map(
    ([, name, value]) => [name, unescape(value ?? "")] as const,
  );
  if (new Set(found.map(([name]) => name)).size !== found.length) throw new Error(`an attribute comes twice: ${list}`);
  return Object.fromEntries(found);
}

function unescape(text: string): string {
  if (text.includes("]]>")) throw new Error("a text holds ]]>");
  return text.replaceAll(/&(\w*;?)/g, (reference, name: string) => {
    const character = name.endsWith(";") ? ENTITIES[name.slice(0, -1)] : undefined;
    if (character === undefined) throw new Error(`${reference} is no reference`);
    return character;
  });
}
