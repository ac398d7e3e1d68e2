/** The light of volumes in colours of their own, which dark ones need more of. */
import { probeStride } from '../../volume/values/neighbor-order.js';
import type { Volume } from '../../volume/volume.js';
import { evaluateOpacity, type TransferFunction } from '../transfer-function.js';

/** Voxels that are looked at. */
const PROBES = 50_000;
/** Quantile of the brightest channels of what is shown, and the level, of 255, that light brings it to. */
const BRIGHT_FRACTION = 0.9;
const BRIGHT_LEVEL = 210;
/** Colours as dark as these stay so: noise would be all there is to see. */
const MAX_FACTOR = 3;
/** Colours as they are. */
const UNLIT = { ambient: 1, diffuse: 0, specular: 0 } as const;

/** The transfer function with ambient and diffuse light in which a volume's own colours are as bright as those of others. */
export function lightColors(volume: Volume, transfer: TransferFunction): TransferFunction {
  const factor = findFactor(volume, transfer);
  if (factor === 1) return transfer;
  const light = { ...UNLIT, ...transfer.shading };
  return {
    ...transfer,
    shading: { ...light, ambient: factor * light.ambient, diffuse: factor * light.diffuse },
  };
}

/** 1 where colours are bright enough, and for volumes that have none. */
function findFactor({ voxels, colors }: Volume, transfer: TransferFunction): number {
  if (!colors) return 1;
  const levels: number[] = [];
  const stride = probeStride({ voxels }, PROBES);
  for (let index = 0; index < voxels.length; index += stride) {
    const start = 4 * index;
    if (evaluateOpacity(transfer, voxels[index]!) > 0)
      levels.push(Math.max(colors[start]!, colors[start + 1]!, colors[start + 2]!));
  }
  const bright = levels.sort((a, b) => a - b)[Math.floor(BRIGHT_FRACTION * (levels.length - 1))] ?? 0;
  return bright > 0 ? Math.min(Math.max(BRIGHT_LEVEL / bright, 1), MAX_FACTOR) : 1;
}
