/** Transfer functions on the device: their tables, and the opacities of gradients. */
import type { Gpu } from '../../../gpu/gpu.js';
import { bakeTransferTable, type TransferTable } from '../../../transfer/table/transfer-table.js';
import type { OpacityPoint, TransferFunction } from '../../../transfer/transfer-function.js';
import { cached } from '../../frame/cached.js';
import { ResidentCache } from '../../resident-cache.js';
import type { SamplingPlan } from '../plan-sampling.js';
import {
  type GradientTexture,
  type TableForm,
  type TransferTexture,
  uploadGradientOpacity,
  uploadTransfer,
} from './transfer.js';

export interface ResidentTransfer {
  readonly transfer: TransferTexture;
  /** Undefined where opacity does not follow gradients. */
  readonly gradientOpacity: GradientTexture | undefined;
}

/** Tables are small. */
const MAX_TABLES = 64;

/** Only its opacities count. */
const asTransfer = (opacities: readonly OpacityPoint[]): TransferFunction => ({
  colors: [{ value: opacities[0]!.value, color: [1, 1, 1] }],
  opacities,
});

function destroyTransfers(byForm: ReadonlyMap<string, TransferTexture>): void {
  for (const { memory, opacities } of byForm.values()) {
    memory.destroy();
    opacities.destroy();
  }
}

export class TransferStore {
  readonly #gpu: Gpu;
  readonly #tables = new ResidentCache<TransferTable, Map<string, TransferTexture>>({
    capacity: MAX_TABLES,
    release: destroyTransfers,
  });
  readonly #gradientOpacities = new ResidentCache<readonly OpacityPoint[], GradientTexture>({
    capacity: MAX_TABLES,
    release: ({ texture }) => texture.destroy(),
  });

  constructor(gpu: Gpu) {
    this.#gpu = gpu;
  }

  load(
    transfer: TransferFunction,
    { transferTable, table, judgedUnits }: Pick<SamplingPlan, 'transferTable'> & TableForm,
  ): ResidentTransfer {
    const { gradientOpacities } = transfer;
    const byForm = cached(this.#tables, transferTable, () => new Map<string, TransferTexture>());
    const texture = cached(byForm, `${table} ${judgedUnits}`, () =>
      uploadTransfer(this.#gpu, transferTable, { table, judgedUnits }),
    );
    return {
      transfer: texture,
      gradientOpacity:
        gradientOpacities &&
        cached(this.#gradientOpacities, gradientOpacities, () =>
          uploadGradientOpacity(this.#gpu, bakeTransferTable(asTransfer(gradientOpacities), { minCells: 1 })),
        ),
    };
  }

  get #caches() {
    return [this.#tables, this.#gradientOpacities];
  }

  beginFrame(): void {
    for (const cache of this.#caches) cache.beginFrame();
  }

  destroy(): void {
    for (const cache of this.#caches) cache.destroy();
  }
}
