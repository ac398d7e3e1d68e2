/** The bytes that were read last, as many as a bound allows. */

export class RecentBytes {
  readonly #maxBytes: number;
  /** Entries by name; those used last are at the end. */
  readonly #entries = new Map<string, { readonly bytes: Promise<Uint8Array>; readonly sizeBytes: number }>();
  #sizeBytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  hasRoomFor(sizeBytes: number): boolean {
    return sizeBytes <= this.#maxBytes;
  }

  /** The bytes of a key; undefined where they are not kept. */
  find(key: string): Promise<Uint8Array> | undefined {
    return this.#entries.get(key)?.bytes;
  }

  /**
   * The bytes of a key, which `make` makes where they are not kept; what fails is not kept.
   * @param sizeBytes the most that they may be.
   */
  get(key: string, sizeBytes: number, make: () => Promise<Uint8Array>): Promise<Uint8Array> {
    const known = this.#entries.get(key);
    const entry = known ?? { bytes: make(), sizeBytes };
    if (known) this.#entries.delete(key);
    else this.#add(key, entry);
    this.#entries.set(key, entry);
    return entry.bytes;
  }

  #add(key: string, { bytes, sizeBytes }: { readonly bytes: Promise<Uint8Array>; readonly sizeBytes: number }): void {
    this.#sizeBytes += sizeBytes;
    for (const [oldest, entry] of this.#entries) {
      if (this.#sizeBytes <= this.#maxBytes) break;
      this.#entries.delete(oldest);
      this.#sizeBytes -= entry.sizeBytes;
    }
    bytes.catch(() => {
      if (this.#entries.get(key)?.bytes !== bytes) return;
      this.#entries.delete(key);
      this.#sizeBytes -= sizeBytes;
    });
  }
}
