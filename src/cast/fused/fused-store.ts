/** Resources that fused volumes share on the device, found again by their parts. */
import type { Gpu } from '../../gpu/gpu.js';
import type { TransferTable } from '../../transfer/table/transfer-table.js';
import type { BrickDistances } from '../bricks/distances.js';
import { FusedBricks } from './fused-bricks.js';
import { uploadFusedTables } from './fused-tables.js';

export interface ResidentFused {
  /** A row for each transfer function, and then one for the opacities of gradients of each. */
  readonly tables: GPUTexture;
  /** Undefined where nothing is skipped by them. */
  readonly bricks: FusedBricks | undefined;
}

interface Entry extends ResidentFused {
  readonly parts: readonly unknown[];
}

/** Sets of fused volumes that are kept. */
const MAX_SETS = 16;

export class FusedStore {
  readonly #gpu: Gpu;
  /** Sets; the last used is at the end. */
  #entries: readonly Entry[] = [];

  constructor(gpu: Gpu) {
    this.#gpu = gpu;
  }

  /**
   * @param tables of transfer functions, and then of the opacities of gradients, where there are any.
   * @param bricks of all volumes, or of none.
   */
  load(tables: readonly (TransferTable | undefined)[], bricks: readonly BrickDistances[]): ResidentFused {
    const parts = [...tables, ...bricks];
    const isWanted = (entry: Entry) =>
      entry.parts.length === parts.length && entry.parts.every((part, index) => part === parts[index]);
    const entry = this.#entries.find(isWanted) ?? {
      parts,
      tables: uploadFusedTables(this.#gpu, tables),
      bricks: bricks.length > 0 ? new FusedBricks(this.#gpu, bricks) : undefined,
    };
    const others = this.#entries.filter((other) => other !== entry);
    const kept = others.slice(-(MAX_SETS - 1));
    for (const dropped of others) if (!kept.includes(dropped)) destroyEntry(dropped);
    this.#entries = [...kept, entry];
    return entry;
  }

  destroy(): void {
    this.#entries.forEach(destroyEntry);
    this.#entries = [];
  }
}

function destroyEntry({ tables, bricks }: Entry): void {
  tables.destroy();
  bricks?.destroy();
}
