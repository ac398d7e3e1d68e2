/** Renders a picture's paths share by share, so that several processes trace some of them each: their mean is the picture. */
import { InputError, type PartImage, RENDER_DEFAULTS, type Renderer, renderPaths } from '../../../index.js';
import { type ShownLight, showColors } from '../../../lab.js';
import type { PathChoice } from './render-paths.js';
import type { DescribedFrame, PartNumber, PartRule } from './rendered-parts.js';

/** Shares of the paths through each pixel. Their images are sums of light, which add up in any order. */
export const sharesOfPaths = ({ paths }: Pick<PathChoice, 'paths'>): PartRule => ({
  isOfVolume: false,
  order: (_, count) => Array.from({ length: count }, (_share, part) => part),
  needsAll: () => true,
  render: (renderer, described, number, signal) => renderShare(renderer, described, rangeOf(paths, number), signal),
  combine: addImages,
  finish: (image, described) => {
    const { width, height } = image;
    const mean = image.color.map((sum) => sum / paths);
    return { width, height, pixels: showColors(mean, shownLightOf(described)).pixels };
  },
});

/** The paths of one share. @throws InputError for a share that there is not. */
function rangeOf(paths: number, { part, count }: PartNumber): { readonly first: number; readonly end: number } {
  const range = { first: Math.floor((part * paths) / count), end: Math.floor(((part + 1) * paths) / count) };
  if (part < 0 || part >= count || range.end === range.first)
    throw new InputError(`there is no share ${part} of ${count} of ${paths} paths`);
  return range;
}

async function renderShare(
  renderer: Renderer,
  { scene, camera, options }: DescribedFrame,
  { first, end }: ReturnType<typeof rangeOf>,
  signal: AbortSignal | undefined,
) {
  const { outputs: _, ...rest } = options;
  // An even background comes last, behind the mean.
  const background = scene.background === 'environment' ? ('environment' as const) : ('transparent' as const);
  const settings = { ...rest, signal, paths: end - first, firstPath: first };
  const frame = await renderPaths(renderer, { ...scene, background }, camera, settings);
  const { width, height } = frame;
  const color = frame.color.map((light) => (end - first) * light);
  return { image: { width, height, area: { left: 0, top: 0, width, height }, color, values: undefined }, frame };
}

/** @throws InputError for images of different sizes. */
function addImages(images: readonly PartImage[]): PartImage {
  const [first, ...others] = images;
  if (!first) throw new InputError('there must be at least one share');
  if (others.some(({ color }) => color.length !== first.color.length))
    throw new InputError('the images of all shares must have the same size');
  const color = first.color.slice();
  for (const other of others) for (let at = 0; at < color.length; at++) color[at]! += other.color[at]!;
  return { ...first, color };
}

function shownLightOf({ scene, options }: DescribedFrame): ShownLight {
  const { background = [0, 0, 0] } = scene;
  const { exposure, tone, lightSpace } = { ...RENDER_DEFAULTS, ...options };
  // The environment is in the light already, at full opacity.
  return { exposure, tone, lightSpace, background: background === 'environment' ? [0, 0, 0] : background };
}
