/** Choices of adapters, apart from what finds them: many commands list options, and few open an adapter. */

/** Choices of `adapter`, besides `gpu:N`. */
export const ADAPTER_CHOICES = ['auto', 'gpu', 'lavapipe', 'swiftshader'] as const;

/**
 * `auto` is the best GPU, and where there is none the best adapter on the CPU; `gpu:N` is the GPU N, from 0, in the order of
 * `listAdapters`.
 */
export type AdapterChoice = (typeof ADAPTER_CHOICES)[number] | `gpu:${number}`;

/** The N of `gpu:N`; undefined for all else. */
export function parseGpuIndex(choice: string): number | undefined {
  const [, digits] = /^gpu:(\d{1,4})$/.exec(choice) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** Options of `findAdapter`. */
export interface FindAdapterOptions {
  /** Default `auto`: a GPU if there is one, else a software adapter. */
  readonly adapter?: AdapterChoice;
  /** Use the best CPU adapter, even if there is a GPU: lavapipe (on Windows WARP), else SwiftShader. */
  readonly software?: boolean;
  /**
   * Keep what Dawn warns of while it looks for adapters off standard error; Linux only. The process must not open files
   * meanwhile.
   */
  readonly quiet?: boolean;
}

/** Defaults of `FindAdapterOptions`. */
export const FIND_ADAPTER_DEFAULTS = {
  adapter: 'auto',
  software: false,
  quiet: false,
} as const satisfies Required<FindAdapterOptions>;
