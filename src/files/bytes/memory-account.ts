/** Memory of readers, which a bound of the user's leaves them. */

/** The bound that a user sets on the memory for reading an input. */
export interface MemoryAccount {
  /** Throws InputError if so many more bytes at once are too many, which are not counted. */
  readonly check: (sizeBytes: number, what: string) => void;
  /** Counts bytes that are about to be allocated, until the input is read. Throws InputError if they are too many. */
  readonly spend: (sizeBytes: number, what: string) => void;
  /** Counts data that are about to be inflated, in pieces that are joined: there is room for both. Throws as `spend` does. */
  readonly spendInflated: (sizeBytes: number) => void;
}
