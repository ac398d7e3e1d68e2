/** Parts of a scene that are given by name: a transfer function, and a background as text. */
import { type Color, parseColor } from '../../transfer/transfer-function.js';
import { withDefaults } from '../../with-defaults.js';
import { cached } from '../frame/cached.js';
import { loadOnce } from '../load-once.js';
import type { MeshScene, VolumeScene } from '../scene.js';
import type { PartialScene } from './partial-scene.js';

/** A scene all of whose parts are values. */
export type UnnamedScene = Partial<VolumeScene & MeshScene>;

type NamedScene = Extract<PartialScene, { readonly transfer?: unknown }>;

const loadNames = loadOnce(() => import('./named-appearance.js'));

/** Colors by their text: frames that add up know by the same color that their scene is the same. */
const colors = new Map<string, Color>();

/** @throws InputError for a name that there is not, or a text that is no color. */
export async function replaceNames(scene: PartialScene): Promise<UnnamedScene> {
  const { transfer, background } = scene as Partial<NamedScene>;
  const isColor = typeof background === 'string' && background.startsWith('#');
  if (typeof transfer !== 'string' && !isColor) return scene as UnnamedScene;
  const { transfer: _, background: __, ...parts } = scene as NamedScene;
  const appearance =
    typeof transfer === 'string' ? (await loadNames()).namedAppearance(parts.volume, transfer) : { transfer };
  const color = isColor ? cached(colors, background, () => parseColor(background, 'the background')) : background;
  return withDefaults(appearance, { ...parts, background: color }) as UnnamedScene;
}
