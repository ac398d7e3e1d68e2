/** The appearance of a volume by the name of its transfer function, which pages that name none do not load. */
import { InputError } from '../../errors.js';
import { createShading } from '../../transfer/light/shading.js';
import { findTransfer } from '../../transfer/presets/named-transfers.js';
import { computeStatistics } from '../../volume/statistics/statistics.js';
import type { Volume } from '../../volume/volume.js';
import { cached } from '../frame/cached.js';
import type { VolumeScene } from '../scene.js';

type NamedAppearance = Pick<VolumeScene, 'transfer' | 'shading' | 'mode'>;

/** Kept, since color maps follow from all voxels, and frames find what they know by the same transfer function. */
const appearances = new WeakMap<Volume, Map<string, NamedAppearance>>();

/** @throws InputError for a name that there is not, or that needs voxels which are not in memory. */
export function namedAppearance(volume: Volume | undefined, name: string): NamedAppearance {
  if (!volume) throw new InputError(`the transfer function "${name}" is for volumes, and the scene has none`);
  const known = cached(appearances, volume, () => new Map<string, NamedAppearance>());
  return cached(known, name, () => {
    const named = findTransfer(name);
    if (!volume.voxels && named.kind === 'color map') {
      throw new InputError(
        `the color map "${name}" is fitted to all voxels, which are not in memory; give colors and opacities`,
      );
    }
    const transfer = named.create({ statistics: () => computeStatistics(volume) });
    const { shading } = transfer;
    return { transfer, ...(shading && { shading: createShading(shading) }), ...(named.mode && { mode: named.mode }) };
  });
}
