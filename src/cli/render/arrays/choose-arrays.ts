/** Numbers of pixels that `tilecast render` writes beside the picture, or without one. */
import { type Frame, type OutputName, type RenderMode, reducesToValue } from '../../../index.js';
import { encodeExr, encodeNpy, encodeTiff, type PixelArray } from '../../../lab.js';
import { writeWholeFile } from '../../../node/index.js';
import {
  type ARRAYS,
  type ArrayFile,
  type ArrayFormat,
  formatOfArray,
} from '../../../recipe/options/output-options.js';
import type { OptionValues } from '../../../recipe/options.js';
import { fail } from '../../../recipe/parse/parse-options.js';
import { say } from '../../say.js';
import { isNumbered, numberedPath, type PlannedFrame } from '../frames/choose-frames.js';

type ArrayName = (typeof ARRAYS)[number];
type Outputs = Frame<OutputName>;

interface PixelNumbers {
  readonly output: OutputName;
  /** Names of the numbers of each pixel, as OpenEXR has them. */
  readonly channels: readonly string[];
  readonly read: (frame: Outputs, mode: RenderMode) => Float32Array | Int32Array;
}

const toSigned = ({ buffer, byteOffset, length }: Uint32Array) => new Int32Array(buffer, byteOffset, length);

const PIXEL_ARRAYS: Readonly<Record<ArrayName, PixelNumbers>> = {
  color: { output: 'color', channels: ['R', 'G', 'B', 'A'], read: ({ color }) => color },
  depth: { output: 'distances', channels: ['Z'], read: ({ distances }) => distances },
  normals: { output: 'normals', channels: ['N.X', 'N.Y', 'N.Z'], read: ({ normals }) => normals },
  labels: { output: 'labels', channels: ['label'], read: ({ labels }) => toSigned(labels) },
  // No triangle has all bits set, which is −1.
  triangles: { output: 'triangles', channels: ['triangle'], read: ({ triangles }) => toSigned(triangles) },
  values: { output: 'values', channels: ['Y'], read: readValues },
};

const ENCODERS: Readonly<Record<ArrayFormat, (array: PixelArray) => Uint8Array>> = {
  npy: encodeNpy,
  exr: encodeExr,
  tiff: encodeTiff,
};

/** The value of each pixel; NaN where its ray has none. */
function readValues({ values, width, height }: Outputs, mode: RenderMode): Float32Array {
  return Float32Array.from({ length: width * height }, (_, pixel) => {
    const [value, count] = [values[2 * pixel]!, values[2 * pixel + 1]!];
    return count === 0 ? Number.NaN : mode === 'average' ? value / count : value;
  });
}

/** Outputs that the renderer reads back besides pictures. */
export const arrayOutputs = ({ arrays = [] }: Pick<OptionValues, 'arrays'>) =>
  arrays.map(({ name }): OutputName => PIXEL_ARRAYS[name].output);

/** Outputs of pictures with surfaces of labels: their triangles say which label is shown. */
export const outputsOfSurfaces = (outputs: readonly OutputName[]): readonly ['pixels', ...OutputName[]] => {
  const others = outputs.filter((name) => name !== 'pixels');
  const missing = others.includes('labels') ? (['triangles', 'distances'] as const) : [];
  return ['pixels', ...new Set<OutputName>([...others, ...missing])];
};

export interface ArrayChoice {
  /** The files of a frame. */
  readonly paths: (frame: Pick<PlannedFrame, 'number'>) => readonly string[];
  readonly write: (frame: Frame, plan: PlannedFrame) => Promise<void>;
}

/** The bytes of a file of a frame's numbers, in the form that its name says. */
export function encodeArray(frame: Frame, { name, path }: ArrayFile, mode: RenderMode): Uint8Array {
  const { channels, read } = PIXEL_ARRAYS[name];
  const { width, height } = frame;
  // The renderer was asked for these outputs.
  const values = read(frame as Outputs, mode);
  if (name === 'labels' && values.every((label) => label === 0)) {
    say(
      'labels are 0 everywhere: none is shown; --mask names some, and --label-surfaces shows those of the volume itself',
    );
  }
  return ENCODERS[formatOfArray(path)!]({ width, height, channels, values });
}

/**
 * @param several whether there are several frames.
 * @throws InputError that names the option, for numbers that such a picture does not have.
 */
export function chooseArrays(values: OptionValues, several: boolean): ArrayChoice | undefined {
  const { arrays, mode = 'composite' } = values;
  if (arrays === undefined) return undefined;
  if (values.quality === 'path') fail('--arrays: are of rays, and --quality path has paths; leave out either');
  if (values.split !== undefined) fail('--arrays: are not for --split, whose parts know nothing of each other');
  if (values.heatmap !== undefined) fail('--arrays: are of the picture, which --heatmap replaces');
  if (arrays.some(({ name }) => name === 'values') && !reducesToValue(mode))
    fail(`--arrays: values are of the modes that reduce a ray to one, such as mip; ${mode} has none`);
  const unnumbered = arrays.find(({ path }) => several && !isNumbered(path));
  if (unnumbered) fail(`--arrays: ${unnumbered.path}: several frames need a %d in the name`);
  const numbered = arrays.find(({ path }) => !several && isNumbered(path));
  if (numbered) fail(`--arrays: ${numbered.path}: %d is for several frames, and there is one`);
  const pathOf = (path: string, number: number | undefined) => (several ? numberedPath(path, number ?? 0) : path);
  return {
    paths: ({ number }) => arrays.map(({ path }) => pathOf(path, number)),
    write: async (frame, { number }) => {
      for (const array of arrays) await writeWholeFile(pathOf(array.path, number), encodeArray(frame, array, mode));
    },
  };
}
