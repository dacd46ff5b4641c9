/** Collects links, headings and HTML from the events of micromark, which are given in the order of the text. */
import type { parse } from "micromark";
import { decodeString } from "micromark-util-decode-string";
import type { BodyAnchor, BodyLink } from "../model/document.ts";
import type { TextSpan } from "../model/source.ts";
import { createSlugger, htmlAnchors } from "./fast/anchors.ts";
import { headingAnchor, htmlLinks, targetSpan, type ReadMarkdown } from "./markdown-items.ts";

export type Tokenizer = ReturnType<ReturnType<typeof parse>["text"]>;
export type Event = Tokenizer["events"][number];
export type Token = Event[1];

/** A link or an image that is not complete. */
interface OpenLink {
  readonly kind: "link" | "image";
  /** Its place in the list: links in its text follow. */
  readonly index: number;
  /** Where the last piece of its text ends; -1 without one. */
  textEnd: number;
  target: string;
  /** Without parentheses it refers to a definition, and the definition is the link. */
  isReference: boolean;
}

/** Its methods take every event once. */
export class EventCollector {
  private readonly document: string;
  private readonly links: (BodyLink | undefined)[] = [];
  private readonly anchors: BodyAnchor[] = [];
  private readonly slugger = createSlugger();
  private readonly open: OpenLink[] = [];
  /** Images around the event: what their texts contain is no link, and is not visible. */
  private images = 0;
  /** Where the last piece of text ends so far, for each link and each emphasis around the event. */
  private readonly ends: number[] = [];
  /** The visible text of a heading. */
  private visible = "";
  private headingIndex = 0;
  /** A piece of code or HTML. */
  private raw: string | undefined;
  /** The target of a definition or of an autolink. */
  private target = "";
  /** In parentheses or in a reference, line ends are not text. */
  private isAside = false;
  private isAfterBreak = false;

  constructor(document: string) {
    this.document = document;
  }

  finish(): ReadMarkdown {
    return { links: this.links.filter((link) => link !== undefined), anchors: this.anchors };
  }

  enter(token: Token): void {
    switch (token.type) {
      case "atxHeading":
      case "setextHeading":
        this.visible = "";
        this.headingIndex = this.anchors.length;
        // Keeps its place: anchors in its text follow.
        this.anchors.push({ slug: "", plain: "", span: spanOf(token) });
        break;
      case "definition":
        this.target = "";
        break;
      case "codeText":
      case "htmlFlow":
      case "htmlText":
        this.raw = "";
        break;
      case "link":
      case "image":
        this.open.push({ kind: token.type, index: this.links.length, textEnd: -1, target: "", isReference: true });
        if (this.images === 0) this.links.push(undefined);
        break;
      case "label":
        if (this.open.at(-1)?.kind === "image") this.images++;
        this.ends.push(-1);
        break;
      case "emphasis":
      case "strong":
        this.ends.push(-1);
        break;
      case "resource":
      case "reference":
        this.isAside = true;
        break;
      default:
    }
  }

  exit(token: Token, tokenizer: Tokenizer): void {
    switch (token.type) {
      case "data":
      case "characterEscapeValue":
        this.addText(tokenizer.sliceSerialize(token), token);
        break;
      case "characterReference":
        this.addText(decodeString(tokenizer.sliceSerialize(token)), token);
        break;
      case "codeTextData":
      case "htmlTextData":
      case "htmlFlowData":
        this.raw += tokenizer.sliceSerialize(token);
        break;
      case "lineEnding":
        this.exitLine(tokenizer.sliceSerialize(token), token);
        break;
      case "hardBreakEscape":
      case "hardBreakTrailing":
        this.isAfterBreak = true;
        this.endPiece(token);
        break;
      case "emphasis":
      case "strong":
        this.ends.pop();
        this.endPiece(token);
        break;
      case "codeText":
        this.addText(this.raw ?? "", token);
        this.raw = undefined;
        break;
      case "htmlFlow":
      case "htmlText":
        this.exitHtml(token);
        break;
      case "atxHeading":
      case "setextHeading":
        this.anchors[this.headingIndex] = headingAnchor(this.visible, spanOf(token), this.slugger);
        break;
      default:
        this.exitPart(token, tokenizer);
    }
  }

  /** What ends a link, a definition or a part of one. */
  private exitPart(token: Token, tokenizer: Tokenizer): void {
    const link = this.open.at(-1);
    switch (token.type) {
      case "label":
        if (link?.kind === "image") this.images--;
        else if (link !== undefined) link.textEnd = this.ends.at(-1) ?? -1;
        this.ends.pop();
        break;
      case "resourceDestinationString":
        if (link !== undefined) link.target = decodeString(tokenizer.sliceSerialize(token));
        break;
      case "resource":
        if (link !== undefined) link.isReference = false;
        this.isAside = false;
        break;
      case "reference":
        this.isAside = false;
        break;
      case "link":
      case "image":
        this.exitLink(token);
        break;
      case "definitionDestinationString":
        this.target = decodeString(tokenizer.sliceSerialize(token));
        break;
      case "definition":
        this.links.push(this.toLink("definition", this.target, token));
        break;
      case "autolinkProtocol":
      case "autolinkEmail":
        this.exitAddress(tokenizer.sliceSerialize(token), token);
        break;
      case "autolink":
        this.endPiece(token);
        break;
      default:
    }
  }

  private exitLink(token: Token): void {
    const link = this.open.pop();
    this.endPiece(token);
    if (link === undefined || link.isReference || this.images > 0) return;
    this.links[link.index] = this.toLink(link.kind, link.target, token, link.textEnd);
  }

  /** The text of an autolink is its address. */
  private exitAddress(address: string, token: Token): void {
    this.addText(address, token);
    if (this.images > 0) return;
    const target = token.type === "autolinkEmail" ? `mailto:${address}` : address;
    // The place is the whole autolink, of which the brackets have one character each.
    const span = { start: token.start.offset - 1, end: token.end.offset + 1 };
    this.links.push({ kind: "link", target, span });
  }

  private exitHtml(token: Token): void {
    const html = this.raw ?? "";
    this.raw = undefined;
    this.endPiece(token);
    if (this.images > 0) return;
    // One by one: a piece of HTML can have more of them than a call can have arguments.
    for (const link of htmlLinks(html, token.start.offset)) this.links.push(link);
    for (const anchor of htmlAnchors(html, token.start.offset)) this.anchors.push(anchor);
  }

  private exitLine(end: string, token: Token): void {
    if (this.raw !== undefined) this.raw += end;
    else if (this.isAfterBreak) this.endPiece(token);
    else if (!this.isAside) this.addText(end, token);
    this.isAfterBreak = false;
  }

  private addText(text: string, token: Token): void {
    if (this.images === 0) this.visible += text;
    this.endPiece(token);
  }

  private endPiece(token: Token): void {
    if (this.ends.length > 0) this.ends[this.ends.length - 1] = token.end.offset;
  }

  private toLink(kind: BodyLink["kind"], target: string, token: Token, textEnd = -1): BodyLink {
    return { kind, target, span: targetSpan(target, this.document, textEnd, spanOf(token)) };
  }
}

function spanOf({ start, end }: Token): TextSpan {
  return { start: start.offset, end: end.offset };
}
