/** Outputs as callers have them, of the words that the kernel wrote. */
import type { Vec3 } from '../../math/vec3.js';
import type { PixelCounts } from '../frame.js';
import type { VoxelFormat } from '../volume/resident/voxel-format.js';
import type { FrameOutputs, OutputName } from './outputs.js';

/** The factors that turn sums and places of the kernel into what a caller asked for. */
export interface OutputMeaning {
  /** Frames that colours are summed over. */
  readonly frames: number;
  readonly background: Vec3 | 'transparent';
  /** The labels that the kernel calls 1, 2, …; undefined without a mask. */
  readonly labels: readonly number[] | undefined;
  /** How the volume's data values became texels, and whether they are summed; undefined without a volume. */
  readonly reduced: ReducedValues | undefined;
}

interface ReducedValues {
  readonly voxelFormat: Pick<VoxelFormat, 'offset' | 'factor'>;
  readonly isSum: boolean;
}

/** An output as callers have it, in the memory of the words that the kernel wrote. */
export function decodeOutput<Name extends OutputName>(
  name: Name,
  bytes: Uint8Array<ArrayBuffer>,
  meaning: OutputMeaning,
): FrameOutputs[Name] {
  const floats = () => new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
  const words = () => new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
  const decoders: { readonly [Each in OutputName]: () => FrameOutputs[Each] } = {
    pixels: () => bytes,
    color: () => resolveColor(floats(), meaning),
    triangles: words,
    distances: floats,
    labels: () => nameLabels(words(), meaning.labels ?? []),
    normals: floats,
    guides: floats,
    values: () => restoreValues(floats(), meaning.reduced),
  };
  return decoders[name]();
}

export function decodeCounts(bytes: ArrayBuffer): PixelCounts {
  const pixels = bytes.byteLength / (3 * Uint32Array.BYTES_PER_ELEMENT);
  const plane = (index: number) => new Uint32Array(bytes, 4 * index * pixels, pixels);
  return { samples: plane(0), skipped: plane(1), tests: plane(2) };
}

/** The mean of the frames over the background. */
function resolveColor(color: Float32Array<ArrayBuffer>, { frames, background }: OutputMeaning) {
  for (let at = 0; at < color.length; at += 4) {
    const opacity = color[at + 3]! / frames;
    for (let channel = 0; channel < 3; channel++) {
      const mean = color[at + channel]! / frames;
      color[at + channel] = background === 'transparent' ? mean : mean + (1 - opacity) * background[channel]!;
    }
    color[at + 3] = background === 'transparent' ? opacity : 1;
  }
  return color;
}

/** Takes texels, or sums of them, back to data values. */
function restoreValues(values: Float32Array<ArrayBuffer>, reduced: ReducedValues | undefined) {
  if (!reduced) return values;
  const { voxelFormat, isSum } = reduced;
  const { offset, factor } = voxelFormat;
  for (let at = 0; at < values.length; at += 2) {
    const samples = values[at + 1]!;
    if (samples > 0) values[at] = values[at]! / factor - offset * (isSum ? samples : 1);
  }
  return values;
}

function nameLabels(styleNumbers: Uint32Array<ArrayBuffer>, labels: readonly number[]): Uint32Array<ArrayBuffer> {
  return styleNumbers.map((styleNumber) => (styleNumber === 0 ? 0 : labels[styleNumber - 1]!));
}
