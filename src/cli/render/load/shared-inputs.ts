/** State that several pictures of the same inputs share: their inputs, the volumes and meshes that were read of these, and the renderer. */
import type { FileSource, MeshFile, Renderer } from '../../../index.js';
import { readShownMesh } from '../../../lab.js';
import type { OpenedInput } from '../../../node/index.js';
import { OPTION_NAMES, OPTIONS, type OptionValues } from '../../../recipe/options.js';
import type { VolumeInput } from './load-volumes.js';

type ReadVolumes = Promise<readonly [first: VolumeInput, ...fused: VolumeInput[]]>;

export interface SharedInputsOptions {
  /** Whether its pictures are a series of points in time, whose notes name none. */
  readonly isSeries: boolean;
  /** Volumes that are kept; default two: the one that is shown, and the one that is read meanwhile. */
  readonly volumesMax?: number;
}

export class SharedInputs {
  readonly isSeries: boolean;
  readonly #volumesMax: number;
  #opened: Promise<readonly OpenedInput[]> | undefined;
  #renderer: Promise<Renderer> | undefined;
  /** Keyed by what options select of the inputs; the latest used last. */
  readonly #volumes = new Map<string, ReadVolumes>();
  readonly #meshes = new WeakMap<FileSource, Promise<MeshFile>>();

  constructor({ isSeries, volumesMax = 2 }: SharedInputsOptions) {
    this.isSeries = isSeries;
    this.#volumesMax = volumesMax;
  }

  /** Opens the inputs once; compressed files are decompressed once too. */
  open(open: () => Promise<readonly OpenedInput[]>): Promise<readonly OpenedInput[]> {
    this.#opened ??= open().then((inputs) => inputs.map(keepDecompressed));
    return this.#opened;
  }

  volumes(values: OptionValues, read: () => ReadVolumes): ReadVolumes {
    const key = JSON.stringify(SELECTING.map((name) => values[name]));
    const reading = this.#volumes.get(key) ?? read();
    this.#volumes.delete(key);
    this.#volumes.set(key, reading);
    if (this.#volumes.size > this.#volumesMax) this.#volumes.delete(this.#volumes.keys().next().value!);
    return reading;
  }

  renderer(create: () => Promise<Renderer>): Promise<Renderer> {
    this.#renderer ??= create();
    return this.#renderer;
  }

  /** Frees what the device holds of them. */
  async destroy(): Promise<void> {
    const renderer = await this.#renderer?.catch(() => undefined);
    renderer?.destroy();
  }

  readonly mesh = (source: FileSource): Promise<MeshFile> => {
    const reading = this.#meshes.get(source) ?? readShownMesh(source);
    this.#meshes.set(source, reading);
    return reading;
  };
}

/** Options that select what is read of volumes. */
const SELECTING = OPTION_NAMES.filter((name) => OPTIONS[name].part === 'input');

/** Larger files are decompressed again for each point in time. */
const KEPT_BYTES_MAX = 2 ** 30;

/** The input, whose file stays decompressed once it has been. */
function keepDecompressed(input: OpenedInput): OpenedInput {
  // Memory that is bounded is for what is shown.
  if (!('source' in input) || input.memory) return input;
  const { gunzip } = input.source;
  let kept: { readonly from: Uint8Array; readonly sizeBytesMax: number; readonly bytes: Uint8Array } | undefined;
  const source: FileSource = {
    ...input.source,
    gunzip: async (from, sizeBytesMax) => {
      if (kept?.from === from && kept.sizeBytesMax === sizeBytesMax) return kept.bytes;
      const bytes = await gunzip(from, sizeBytesMax);
      if (bytes.length <= KEPT_BYTES_MAX) kept = { from, sizeBytesMax, bytes };
      return bytes;
    },
  };
  return { ...input, source };
}
