/** Bytes that come piece by piece, put into one array at once where their number is known. */
import { concatenateBytes } from '../bytes/data-bytes.js';

/** Pieces of a body that arrive one after the other. */
export class CollectedBytes {
  #whole: Uint8Array<ArrayBuffer> | undefined;
  #pieces: Uint8Array[] = [];
  #length = 0;

  /** @param totalBytes as the server says, which may say anything. */
  constructor(totalBytes: number | undefined) {
    try {
      this.#whole = totalBytes === undefined ? undefined : new Uint8Array(totalBytes);
    } catch {
      // More than memory holds: what really comes decides.
    }
  }

  /** Bytes so far. */
  get length(): number {
    return this.#length;
  }

  /** All bytes, of which those that have not come are 0; undefined where their number is not known. */
  get whole(): Uint8Array<ArrayBuffer> | undefined {
    return this.#whole;
  }

  /** Adds a piece. */
  push(piece: Uint8Array): void {
    const end = this.#length + piece.length;
    if (this.#whole && end <= this.#whole.length) this.#whole.set(piece, this.#length);
    else {
      if (this.#whole) this.#pieces = [this.#whole.subarray(0, this.#length)];
      this.#whole = undefined;
      this.#pieces.push(piece);
    }
    this.#length = end;
  }

  /** All pieces as one array. */
  join(): Uint8Array<ArrayBuffer> {
    return this.#whole?.subarray(0, this.#length) ?? (concatenateBytes(this.#pieces) as Uint8Array<ArrayBuffer>);
  }
}
