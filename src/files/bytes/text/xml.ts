/**
 * XML as scientific formats use it, from bytes: their arrays may be longer than a string can be, and VTK puts raw bytes
 * between tags. No document type, no namespaces.
 */
import { InputError } from '../../../errors.js';

export interface XmlElement {
  /** Includes its prefix, if it has one. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** Bytes from its start tag to its first child or its end tag. */
  readonly text: Uint8Array;
}

interface OpenElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: XmlElement[];
  readonly textStart: number;
  textEnd: number | undefined;
}

const [LESS, GREATER, QUOTE, APOSTROPHE] = [0x3c, 0x3e, 0x22, 0x27];

const CDATA = '<![CDATA[';

/** Parts that are passed over, and how each ends. */
const PASSED_OVER = [
  ['<!--', '-->'],
  [CDATA, ']]>'],
  ['<?', '?>'],
] as const;

/** Deeper nesting is damage. */
const DEPTH_MAX = 200;

/** Longer tags are damage. */
const TAG_BYTES_MAX = 1 << 20;

/** Events of `scanXml`, in the order of the tags. */
export interface XmlHandler {
  /**
   * A start tag, before what is in it.
   * @param tag all between `<` and `>`.
   * @param start of the tag among the bytes.
   * @param end where its content starts.
   * @returns whether its content is no XML: scanning ends there, and all that is open ends with the bytes.
   */
  readonly open: (name: string, tag: string, start: number, end: number) => boolean | undefined;
  /** @param end of its content. */
  readonly close: (name: string, end: number) => void;
}

/**
 * Goes through the root element, tag by tag, and keeps nothing.
 * @throws InputError if tags are damaged, or do not match.
 */
export function scanXml(bytes: Uint8Array, { open, close }: XmlHandler): void {
  const names: string[] = [];
  for (let at = bytes.indexOf(LESS); at >= 0; ) {
    const passed = PASSED_OVER.find(([start]) => startsWith(bytes, at, start));
    if (passed) {
      at = bytes.indexOf(LESS, indexAfter(bytes, at, passed[1]));
      continue;
    }
    const end = findTagEnd(bytes, at);
    const tag = decoder.decode(bytes.subarray(at + 1, end));
    if (tag.startsWith('/')) {
      const name = names.pop();
      if (name === undefined || name !== tag.slice(1).trim()) throw damaged(at);
      close(name, at);
      if (names.length === 0) return;
    } else if (!tag.startsWith('!')) {
      const [name] = /^[^\s/>]+/.exec(tag) ?? [];
      if (name === undefined || names.length === DEPTH_MAX) throw damaged(at);
      names.push(name);
      if (open(name, tag, at, end + 1)) {
        for (let last = names.pop(); last !== undefined; last = names.pop()) close(last, bytes.length);
        return;
      }
      if (tag.endsWith('/')) {
        names.pop();
        close(name, end + 1);
        if (names.length === 0) return;
      }
    }
    at = bytes.indexOf(LESS, end);
  }
  throw new InputError('has XML that is cut short; get a whole copy');
}

const decoder = new TextDecoder();

/**
 * Parses the root element.
 * @param raw name of an element whose content is no XML: parsing ends there, and its text is all the rest.
 * @throws InputError if tags are damaged, or do not match.
 */
export function parseXml(bytes: Uint8Array, raw?: string): XmlElement {
  const open: OpenElement[] = [];
  let root: XmlElement | undefined;
  scanXml(bytes, {
    open: (name, tag, start, end) => {
      const parent = open.at(-1);
      if (parent) parent.textEnd ??= start;
      open.push({ name, attributes: parseAttributes(tag), children: [], textStart: end, textEnd: undefined });
      return name === raw;
    },
    close: (_, end) => {
      const { textStart, textEnd = end, ...rest } = open.pop()!;
      const element = { ...rest, text: textStart === textEnd ? NOTHING : bytes.subarray(textStart, textEnd) };
      const parent = open.at(-1);
      if (parent) parent.children.push(element);
      else root = element;
    },
  });
  return root!;
}

/** Files may have millions of elements, most of them with neither text nor attributes. */
const NOTHING = new Uint8Array();
const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();

/** The text of an element without children, its entities resolved outside of CDATA, and without comments. */
export function textOf({ text }: XmlElement): string {
  const decoded = decoder.decode(text);
  let found = '';
  let at = 0;
  // One pass: a pattern would look for the end of every start of a comment that CDATA holds.
  for (let start = decoded.indexOf('<'); start >= 0; start = decoded.indexOf('<', at)) {
    found += resolveEntities(decoded.slice(at, start));
    const [opening, closing] = PASSED_OVER.find(([opening]) => decoded.startsWith(opening, start)) ?? ['<', '<'];
    const end = decoded.indexOf(closing, start);
    if (opening === CDATA) found += decoded.slice(start + CDATA.length, end);
    at = end + closing.length;
  }
  return found + resolveEntities(decoded.slice(at));
}

/** The first child of that name. */
export const childOf = ({ children }: XmlElement, name: string) => children.find((child) => child.name === name);

/** All children of that name. */
export const childrenOf = ({ children }: XmlElement, name: string) => children.filter((child) => child.name === name);

/** The attributes of a start tag. */
export function parseAttributes(tag: string): ReadonlyMap<string, string> {
  if (!tag.includes('=')) return NO_ATTRIBUTES;
  const pairs = tag.matchAll(/\s([^\s="'/]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g);
  return new Map([...pairs].map(([, name, double, single]) => [name!, resolveEntities(double ?? single ?? '')]));
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function resolveEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(\w{1,10}));/g, (whole, decimal, hex, name) => {
    if (name !== undefined) return ENTITIES[name] ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/** The end of the tag that starts at `start`: a `>` outside of quotes. */
function findTagEnd(bytes: Uint8Array, start: number): number {
  let quote = 0;
  const limit = Math.min(bytes.length, start + TAG_BYTES_MAX);
  for (let at = start + 1; at < limit; at++) {
    const byte = bytes[at]!;
    if (quote === 0 && byte === GREATER) return at;
    if (byte === quote) quote = 0;
    else if (quote === 0 && (byte === QUOTE || byte === APOSTROPHE)) quote = byte;
  }
  throw damaged(start);
}

function startsWith(bytes: Uint8Array, at: number, text: string): boolean {
  for (let index = 0; index < text.length; index++) if (bytes[at + index] !== text.charCodeAt(index)) return false;
  return true;
}

function indexAfter(bytes: Uint8Array, start: number, text: string): number {
  const first = text.charCodeAt(0);
  for (let at = bytes.indexOf(first, start); at >= 0; at = bytes.indexOf(first, at + 1)) {
    if (startsWith(bytes, at, text)) return at + text.length;
  }
  throw damaged(start);
}

const damaged = (at: number) => new InputError(`has XML that is damaged at byte ${at}; get a whole copy`);
