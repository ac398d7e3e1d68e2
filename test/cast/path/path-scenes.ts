/** Scenes of the tests of paths of light, and how they are traced. */
import { expect } from 'vitest';
import type { Camera } from '../../../src/camera/camera.js';
import type { Renderer } from '../../../src/cast/renderer.js';
import type { Scene } from '../../../src/cast/scene.js';
import type { RenderOptions } from '../../../src/cast/settings.js';
import { createTransferFunction } from '../../../src/transfer/transfer-function.js';
import { RANGE } from '../hybrid-scenes.js';
import { GEOMETRIES, makeTransfer, makeVolume, obliqueCamera } from '../sample-scenes.js';
import { useRenderer } from '../use-renderer.js';

/** Pixels of the pictures. */
export const SIZE = { width: 12, height: 10 };
/** Paths through each pixel. */
export const PATHS = 48;
export const SEED = 7;

export const volume = makeVolume(Int16Array, RANGE, GEOMETRIES.oblique);
export const transfer = makeTransfer(RANGE, 0.3);
export const camera = obliqueCamera(volume);
export const scene = { volume, transfer } as const;

/** Renders colours by paths of light, before nothing. */
export type Trace = (shown: Scene, from: Camera, options?: RenderOptions) => Promise<Float32Array>;

/** Renderer of the adapter under test, once tests run, and what traces paths by it. */
export function usePaths(): { readonly trace: Trace; readonly rendererNow: () => Renderer } {
  const renderer = useRenderer();
  const trace: Trace = async (shown, from, options = {}) => {
    const wanted = { ...SIZE, quality: 'path', seed: SEED, samplesPerPixel: PATHS, outputs: ['color'] } as const;
    const { color } = await renderer().render({ background: 'transparent', ...shown }, from, { ...wanted, ...options });
    return color;
  };
  return { trace, rendererNow: renderer };
}

/** What surfaces, media and lenses are like. */
export type Material = Pick<RenderOptions, 'anisotropy' | 'coat' | 'coatRoughness' | 'aperture' | 'focusDistance'>;

/** The material in the words of the CPU reference. */
export const referenceMaterial = ({ coat, coatRoughness = 0.3, ...others }: Material) => ({
  ...others,
  coat: coat === undefined ? undefined : { coat, coatRoughness },
});

/** Bricks of the lower values show nothing. */
export const topOf = ([low, high]: readonly [number, number], opacity: number, unit?: number) =>
  createTransferFunction({
    ...transfer,
    opacities: [
      { value: low + 0.7 * (high - low), opacity: 0 },
      { value: high, opacity },
    ],
    ...(unit !== undefined && { unit }),
  });

/** Compares the sums of all colours and of all opacities of pictures that have seeds of their own, with bricks and without. */
export async function expectSameLight(
  trace: Trace,
  shown: Scene,
  { seeds, samplesPerPixel }: { readonly seeds: number; readonly samplesPerPixel: number },
): Promise<void> {
  const sumsOf = async (skip: boolean) => {
    const sums: (readonly [number, number])[] = [];
    for (let seed = 0; seed < seeds; seed++) {
      const color = await trace(shown, camera, { skip, samplesPerPixel, seed: 2 * seed + Number(skip) });
      const covered = color.reduce((sum, value, at) => sum + (at % 4 === 3 ? value : 0), 0);
      sums.push([color.reduce((sum, value) => sum + value, 0) - covered, covered]);
    }
    return sums;
  };
  const [bricks, whole] = [await sumsOf(true), await sumsOf(false)];
  for (const which of [0, 1] as const) {
    const [first, second] = [bricks, whole].map((sums) => meanAndError(sums.map((sum) => sum[which])));
    expect(first!.mean).toBeGreaterThan(1);
    expect(Math.abs(first!.mean - second!.mean)).toBeLessThan(4 * Math.hypot(first!.error, second!.error));
    expect(first!.error).toBeLessThan(0.03 * first!.mean);
  }
}

function meanAndError(values: readonly number[]) {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, error: Math.sqrt(squares / (values.length - 1) / values.length) };
}
