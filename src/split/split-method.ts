/** The interface of every approach to a split. */

/** A 32-bit key and a 32-bit value an item, and for some levels a third word. */
export interface Items {
  readonly keys: GPUBuffer;
  readonly values: GPUBuffer;
  readonly carried?: GPUBuffer | undefined;
}

/** Items whose values, where there are none, are their indices. */
export interface InputItems {
  readonly keys: GPUBuffer;
  readonly values?: GPUBuffer | undefined;
  readonly carried?: GPUBuffer | undefined;
}

export interface SplitMethod {
  /**
   * @param input With the buffer that holds the number of items.
   * @param output Items bin by bin, where each bin begins, and after the last bin the number of items.
   */
  encode(
    pass: GPUComputePassEncoder,
    input: InputItems & { readonly count: GPUBuffer },
    output: Items & { readonly binStarts: GPUBuffer },
  ): void;
  destroy(): void;
}
