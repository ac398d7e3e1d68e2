/** Denoises frames of paths that are before no background yet, by the denoiser that is chosen. */
import { type Frame, type Gpu, RENDER_DEFAULTS, type Renderer, renderPaths, type Scene } from '../../../index.js';
import {
  choosePathsPerFrame,
  type DenoisingNetwork,
  denoiseByNetwork,
  denoiseSums,
  type FrameSums,
  type ShownLight,
} from '../../../lab.js';
import { say, withoutRepeats } from '../../say.js';
import type { DescribedFrame } from './rendered-parts.js';

/** Opens the network that denoises on a device. */
export type OpenNetwork = (gpu: Gpu) => Promise<DenoisingNetwork>;

const SLOW = 'Open Image Denoise takes a minute or more without a GPU; --denoise alone takes a second';

/** An even background comes last, behind the mean. */
export function withoutBackground(scene: Scene): Scene {
  const background = scene.background === 'environment' ? ('environment' as const) : ('transparent' as const);
  return { ...scene, background };
}

export function shownLightOf({ scene, options }: DescribedFrame): ShownLight {
  const { background = [0, 0, 0] } = scene;
  const { exposure, tone, lightSpace } = { ...RENDER_DEFAULTS, ...options };
  // The environment is in the light already, at full opacity.
  return { exposure, tone, lightSpace, background: background === 'environment' ? [0, 0, 0] : background };
}

/** @param openNetwork of another denoiser than tilecast's own. */
export async function denoiseFrames(
  gpu: Gpu,
  { width, height }: Pick<Frame, 'width' | 'height'>,
  sums: FrameSums,
  { shown, openNetwork }: { readonly shown: ShownLight; readonly openNetwork: OpenNetwork | undefined },
): Promise<Pick<Frame<'pixels' | 'color'>, 'pixels' | 'color'>> {
  const size = { width, height };
  if (!openNetwork) return denoiseSums(gpu, size, sums, shown);
  if (gpu.software) await withoutRepeats(async () => say(SLOW));
  return denoiseByNetwork(await openNetwork(gpu), size, sums, shown);
}

type Limits = Parameters<typeof renderPaths>[3] & { readonly paths: number };

/** Traces paths in the frames that tilecast's own denoiser would have, and denoises their sums by a network. */
export async function renderThroughNetwork(
  renderer: Renderer,
  described: DescribedFrame,
  limits: Limits,
  openNetwork: OpenNetwork,
): Promise<Frame<'pixels' | 'color'>> {
  const { scene, camera, options } = described;
  const { width = RENDER_DEFAULTS.width, height = RENDER_DEFAULTS.height } = options;
  const endsEarly = limits.noise !== undefined || limits.seconds !== undefined;
  const pathsPerFrame = endsEarly ? 1 : choosePathsPerFrame(limits.paths, width * height, { denoised: true });
  const traced = { ...limits, pathsPerFrame, guides: true } as const;
  const frame = await renderPaths(renderer, withoutBackground(scene), camera, traced);
  const frames = frame.accumulated / pathsPerFrame;
  const sums = { frames, color: frame.color.map((light) => frames * light), guides: frame.guides! };
  const shown = shownLightOf(described);
  return { ...frame, ...(await denoiseFrames(renderer.gpu, frame, sums, { shown, openNetwork })) };
}
