/** Per-pixel outputs that can be read back, and their layout in the buffer that frames are written to. */

/** Outputs per pixel, rows from the top. */
export interface FrameOutputs {
  /** RGBA, 4 bytes per pixel; opaque, or straight alpha where the background is transparent. */
  readonly pixels: Uint8Array<ArrayBuffer>;
  /** RGBA, 4 floats per pixel, unquantised and premultiplied. */
  readonly color: Float32Array<ArrayBuffer>;
  /** Id of the nearest triangle at the pixel's centre, numbered through all meshes, or `NO_TRIANGLE`. */
  readonly triangles: Uint32Array<ArrayBuffer>;
  /**
   * World distance along the ray to the first surface: a triangle, an isosurface, or the sample at which a volume's accumulated
   * opacity passes `surfaceOpacity`; Infinity where there is none, as in projections (mip, minip, average).
   */
  readonly distances: Float32Array<ArrayBuffer>;
  /** The mask's label at that surface, or 0; with more than 255 labels, those of equal appearance are 0. */
  readonly labels: Uint32Array<ArrayBuffer>;
  /** The unit normal of that surface, in the world and towards the eye; zero where there is none. */
  readonly normals: Float32Array<ArrayBuffer>;
  /**
   * Two floats per pixel, in modes that reduce rays to a value: the value before the transfer function (for average the sum of the
   * values, for xray the integral), and the number of samples, which is 0 where there is no value.
   */
  readonly values: Float32Array<ArrayBuffer>;
  /**
   * Guides of the denoiser, for accumulated frames of quality `path` with the option `guides`; 14 floats per pixel: sums over frames of
   * the albedo (3), the depth and the normal (3) at the first hit, and of squared deviations from the mean over frames, of the normal,
   * the colour with opacity (4), the albedo and the depth.
   */
  readonly guides: Float32Array<ArrayBuffer>;
}

/** The name of a per-pixel output; see `FrameOutputs`. */
export type OutputName = keyof FrameOutputs;

/** Triangle id of pixels without a triangle. */
export const NO_TRIANGLE = 0xffffffff;

/** Words of each pixel that a part of the buffer is, in their order: counts are samples, skipped samples, tests of triangles. */
const WORDS = {
  pixels: 1,
  color: 4,
  triangles: 1,
  distances: 1,
  labels: 1,
  normals: 3,
  values: 2,
  guides: 14,
  counts: 3,
} as const satisfies Record<OutputPart, number>;
const PARTS = Object.keys(WORDS) as OutputPart[];

export const OUTPUT_NAMES = PARTS.slice(0, -1) as OutputName[];

const SURFACE_OUTPUTS: readonly OutputPart[] = ['triangles', 'distances', 'labels', 'normals'];

/** Outputs that the kernel writes besides 8-bit pixels. */
export interface OutputNeeds {
  readonly color: boolean;
  readonly surface: boolean;
  readonly values: boolean;
  readonly guides: boolean;
  readonly counts: boolean;
}

/** A part of what the buffer holds of each pixel. */
export type OutputPart = OutputName | 'counts';

export interface OutputLayout extends OutputNeeds {
  readonly pixels: number;
  readonly words: number;
  /** The first word of each output that is there, and of the counts. */
  readonly first: Readonly<Partial<Record<OutputPart, number>>>;
}

export function outputNeeds({
  outputs,
  accumulate,
  guides,
  counts,
}: {
  readonly outputs: readonly OutputName[];
  readonly accumulate: boolean;
  readonly guides: boolean;
  readonly counts: boolean;
}): OutputNeeds {
  return {
    color: accumulate || outputs.includes('color'),
    surface: outputs.some((name) => SURFACE_OUTPUTS.includes(name)),
    values: outputs.includes('values'),
    guides: guides || outputs.includes('guides'),
    counts,
  };
}

export function layOutOutputs(pixels: number, needs: OutputNeeds): OutputLayout {
  const first: Partial<Record<OutputPart, number>> = {};
  let words = 0;
  for (const name of PARTS) {
    if (!isWritten(name, needs)) continue;
    first[name] = words;
    words += WORDS[name] * pixels;
  }
  return { ...needs, pixels, words, first };
}

function isWritten(name: OutputPart, needs: OutputNeeds): boolean {
  if (SURFACE_OUTPUTS.includes(name)) return needs.surface;
  return name === 'pixels' || needs[name as Exclude<keyof OutputNeeds, 'surface'>];
}

/** Words of a part of the buffer, of all pixels. */
export const wordsOfOutput = (name: OutputPart, pixels: number) => WORDS[name] * pixels;
