/** Renders a picture's paths share by share, so that several processes trace some of them each: their mean is the picture. */
import { InputError, RENDER_DEFAULTS, type Renderer, renderPaths } from '../../../index.js';
import { addFrameSums, choosePathsPerFrame, showColors } from '../../../lab.js';
import { denoiseFrames, shownLightOf, withoutBackground } from './denoise-paths.js';
import type { PathChoice } from './render-paths.js';
import type { DescribedFrame, PartNumber, PartRule, RenderedPart } from './rendered-parts.js';

type SharedPaths = Pick<PathChoice, 'paths' | 'denoised' | 'openNetwork'>;

/** Shares of the paths through each pixel. Their images are sums of light, of paths or where it is denoised of frames, which add up in any order. */
export const sharesOfPaths = (shared: SharedPaths): PartRule => ({
  isOfVolume: false,
  order: (_, count) => Array.from({ length: count }, (_share, part) => part),
  needsAll: () => true,
  render: (renderer, described, number, signal) =>
    renderShare(renderer, described, rangeOf({ ...shared, ...number }, described), signal),
  combine: (images) => images.reduce(addImages),
  finish: async (image, described, gpu) => {
    const { width, height, color, noise } = image;
    const shown = shownLightOf(described);
    const { pixels } = noise
      ? await denoiseFrames(gpu, image, { ...noise, color }, { shown, openNetwork: shared.openNetwork })
      : showColors(
          color.map((sum) => sum / shared.paths),
          shown,
        );
    return { width, height, pixels };
  },
});

/**
 * The paths of one share: whole frames, within which paths are spread evenly and by which noise is told. They have as many paths as in a
 * picture that is not shared out, unless there are more shares than frames.
 * @throws InputError for a share that there is not.
 */
function rangeOf({ paths, denoised, part, count }: SharedPaths & PartNumber, { options }: DescribedFrame) {
  const { width = RENDER_DEFAULTS.width, height = RENDER_DEFAULTS.height } = options;
  const pathsPerFrame = choosePathsPerFrame(paths, width * height, { denoised, frames: count });
  const startOf = (share: number) => pathsPerFrame * Math.floor((share * paths) / pathsPerFrame / count);
  const [first, end] = [startOf(part), startOf(part + 1)];
  if (part < 0 || part >= count || end === first)
    throw new InputError(`there is no share ${part} of ${count} of ${paths} paths`);
  return { firstPath: first, paths: end - first, pathsPerFrame, guides: denoised };
}

async function renderShare(
  renderer: Renderer,
  { scene, camera, options }: DescribedFrame,
  share: ReturnType<typeof rangeOf>,
  signal: AbortSignal | undefined,
) {
  const { outputs: _, ...rest } = options;
  const frame = await renderPaths(renderer, withoutBackground(scene), camera, { ...rest, signal, ...share });
  const { width, height, guides } = frame;
  const noise = guides && { frames: share.paths / share.pathsPerFrame, guides };
  const count = noise?.frames ?? share.paths;
  const color = frame.color.map((light) => count * light);
  return { image: { width, height, area: { left: 0, top: 0, width, height }, color, values: undefined, noise }, frame };
}

/** @throws InputError for images of different sizes, or of which one alone is to be denoised. */
function addImages(one: RenderedPart, other: RenderedPart): RenderedPart {
  if (one.color.length !== other.color.length || !one.noise !== !other.noise)
    throw new InputError('the images of all shares must have the same size, and all be denoised or none');
  if (one.noise && other.noise) {
    const { color, ...noise } = addFrameSums(
      { ...one.noise, color: one.color },
      { ...other.noise, color: other.color },
    );
    return { ...one, color, noise };
  }
  return { ...one, color: one.color.map((sum, at) => sum + other.color[at]!) };
}
