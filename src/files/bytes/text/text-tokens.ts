/** Steps through text from word to word and line to line, in bytes, since strings of every line would cost the most. */
import { quote } from '../../volumes/nrrd/nrrd-fields.js';
import { parseNumber } from './parse-number.js';

const [TAB, LF, CR, SPACE, BACKSLASH] = [9, 10, 13, 32, 92];

/** Bit that makes a letter lower case; no other byte becomes a letter by it. */
const LOWER_CASE = 0x20;

const isBlank = (byte: number) => byte === SPACE || (byte >= TAB && byte <= CR);

/** Bytes of a token that messages show at most. */
const SHOWN_BYTES_MAX = 100;

export class TextTokens {
  readonly bytes: Uint8Array;
  /** Start of the current token. */
  start: number;
  end: number;
  /** Line of the current token, from 1; lines end with LF, CR LF, or CR. */
  line = 1;

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.start = at;
    this.end = at;
  }

  /** Steps to the next token, on this line or a later one; false at the end of the text. */
  next(): boolean {
    const { bytes } = this;
    let at = this.end;
    for (; at < bytes.length && isBlank(bytes[at]!); at++) if (this.#endsLine(at)) this.line++;
    return this.#take(at);
  }

  /** Steps to the next token on this line; false, at the end of it, if there is none. A backslash continues the line. */
  nextInLine(): boolean {
    const { bytes } = this;
    let at = this.end;
    for (; at < bytes.length; at++) {
      if (bytes[at] === BACKSLASH && this.#continues(at)) {
        at += bytes[at + 1] === CR && bytes[at + 2] === LF ? 2 : 1;
        this.line++;
      } else if (bytes[at] === LF || bytes[at] === CR || !isBlank(bytes[at]!)) break;
    }
    if (bytes[at] !== LF && bytes[at] !== CR) return this.#take(at);
    this.start = at;
    this.end = at;
    return false;
  }

  /** Steps over the rest of this line. */
  skipLine(): void {
    const { bytes } = this;
    let at = this.end;
    while (at < bytes.length && bytes[at] !== LF && bytes[at] !== CR) at++;
    this.end = at;
  }

  /** The rest of this line as text, without the blanks around it. */
  restOfLine(): string {
    const from = this.end;
    this.skipLine();
    return new TextDecoder().decode(this.bytes.subarray(from, this.end)).trim();
  }

  /** Whether the token is `word`, which must be in lower case; upper case is the same. Cheaper than `text`. */
  is(word: string): boolean {
    if (this.end - this.start !== word.length) return false;
    for (let at = 0; at < word.length; at++) {
      if ((this.bytes[this.start + at]! | LOWER_CASE) !== word.charCodeAt(at)) return false;
    }
    return true;
  }

  /** The token's number; undefined if it is none. */
  number(): number | undefined {
    return parseNumber(this.bytes, this.start, this.end);
  }

  text(): string {
    return new TextDecoder().decode(this.bytes.subarray(this.start, this.end));
  }

  /** The token as messages show it. */
  quoted(): string {
    return quote(
      new TextDecoder().decode(this.bytes.subarray(this.start, Math.min(this.end, this.start + SHOWN_BYTES_MAX))),
    );
  }

  #take(start: number): boolean {
    const { bytes } = this;
    let end = start;
    while (end < bytes.length && !isBlank(bytes[end]!) && !(bytes[end] === BACKSLASH && this.#continues(end))) end++;
    this.start = start;
    this.end = end;
    return end > start;
  }

  #continues(at: number): boolean {
    return this.bytes[at + 1] === LF || this.bytes[at + 1] === CR;
  }

  #endsLine(at: number): boolean {
    return this.bytes[at] === LF || (this.bytes[at] === CR && this.bytes[at + 1] !== LF);
  }
}
