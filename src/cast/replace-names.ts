/** Parts of a scene that are given by name: a transfer function, and a background as text. */
import { InputError } from '../errors.js';
import { createShading } from '../transfer/light/shading.js';
import { type Color, parseColor } from '../transfer/transfer-function.js';
import { computeStatistics } from '../volume/statistics/statistics.js';
import type { Volume } from '../volume/volume.js';
import { cached } from './frame/cached.js';
import type { PartialScene } from './partial-scene.js';
import type { MeshScene, VolumeScene } from './scene.js';

/** A scene all of whose parts are values. */
export type UnnamedScene = Partial<VolumeScene & MeshScene>;

type NamedAppearance = Pick<VolumeScene, 'transfer' | 'shading' | 'mode'>;

/** Appearances by name: a color map follows from all voxels, and frames find what they know by the same transfer function. */
const appearances = new WeakMap<Volume, Map<string, NamedAppearance>>();

/** Colors by their text: frames that add up know by the same color that their scene is the same. */
const colors = new Map<string, Color>();

/** @throws InputError for a name that there is not, or a text that is no color. */
export async function replaceNames(scene: PartialScene): Promise<UnnamedScene> {
  const { transfer, background, ...rest } = scene as Extract<PartialScene, { readonly transfer?: unknown }>;
  const isColor = typeof background === 'string' && background.startsWith('#');
  if (typeof transfer !== 'string' && !isColor) return scene as UnnamedScene;
  return {
    ...(typeof transfer === 'string' ? await findAppearance(rest.volume, transfer) : transfer && { transfer }),
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined)),
    ...(background !== undefined && {
      background: isColor ? cached(colors, background, () => parseColor(background, 'the background')) : background,
    }),
  } as UnnamedScene;
}

async function findAppearance(volume: Volume | undefined, name: string): Promise<NamedAppearance> {
  if (!volume) throw new InputError(`the transfer function "${name}" is for volumes, and the scene has none`);
  const { findTransfer } = await import('../transfer/presets/named-transfers.js');
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
