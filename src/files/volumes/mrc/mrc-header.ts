/** The header of an MRC or CCP4 map: https://www.ccpem.ac.uk/mrc_format/mrc2014.php. */
import { InputError } from '../../../errors.js';
import type { Affine } from '../../../math/affine.js';
import type { Vec3 } from '../../../math/vec3.js';
import type { Endianness, ScalarType } from '../samples/voxels.js';
import { isMrc, MRC_HEADER_BYTES } from './is-mrc.js';

export interface MrcHeader {
  /** Columns, rows and sections: voxels along the axes as they are in memory. */
  readonly sizes: Vec3;
  readonly samples: MrcSamples;
  readonly endianness: Endianness;
  readonly dataStart: number;
  readonly indexToWorld: Affine;
  /** Whether it has a space group of more symmetry than P1, as no micrograph or tomogram does. */
  readonly isCrystal: boolean;
}

export interface MrcSamples {
  readonly type: ScalarType | 'float16';
  /** Scalars of a sample. */
  readonly kind: 'real' | 'complex';
}

const MODES: Readonly<Record<number, MrcSamples>> = {
  0: { type: 'int8', kind: 'real' },
  1: { type: 'int16', kind: 'real' },
  2: { type: 'float32', kind: 'real' },
  3: { type: 'int16', kind: 'complex' },
  4: { type: 'float32', kind: 'complex' },
  6: { type: 'uint16', kind: 'real' },
  12: { type: 'float16', kind: 'real' },
};

/** Numbers beyond them are of stacks of volumes. */
const SPACE_GROUPS = 230;

/** IMOD's stamp, and the flag beside it that says that bytes are signed. */
const [IMOD_STAMP, IMOD_SIGNED] = [1146047817, 1];

/** @throws InputError for whatever is no header of a volume. */
export function parseMrcHeader(bytes: Uint8Array): MrcHeader {
  if (bytes.length < MRC_HEADER_BYTES) {
    throw new InputError(
      `has ${bytes.length} bytes, fewer than the ${MRC_HEADER_BYTES} of an MRC header; get a whole copy`,
    );
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, MRC_HEADER_BYTES);
  const endianness = findEndianness(view);
  const little = endianness === 'little';
  const integer = (word: number) => view.getInt32(4 * (word - 1), little);
  const real = (word: number) => view.getFloat32(4 * (word - 1), little);
  const sizes = [integer(1), integer(2), integer(3)] as const;
  if (!sizes.every((size) => size > 0))
    throw new InputError(`has sizes ${sizes.join(' × ')}; positive ones would be right`);
  const extendedBytes = integer(24);
  if (extendedBytes < 0)
    throw new InputError(`has an extended header of ${extendedBytes} bytes; 0 or more would be right`);
  return {
    sizes,
    samples: findSamples(integer(4), integer(39) === IMOD_STAMP && (integer(40) & IMOD_SIGNED) === 0, isMrc(bytes)),
    endianness,
    dataStart: MRC_HEADER_BYTES + extendedBytes,
    indexToWorld: placeInWorld(integer, real),
    isCrystal: integer(23) > 1 && integer(23) <= SPACE_GROUPS,
  };
}

/** The machine stamp, and where it says nothing, which order makes a mode of the fourth word. */
function findEndianness(view: DataView): Endianness {
  const stamp = view.getUint8(212);
  if (stamp === 0x44) return 'little';
  if (stamp === 0x11) return 'big';
  return view.getInt32(12, true) in MODES ? 'little' : 'big';
}

function findSamples(mode: number, unsignedBytes: boolean, hasMagic: boolean): MrcSamples {
  const samples = MODES[mode];
  const known = Object.keys(MODES).join(', ');
  if (!samples && hasMagic) throw new InputError(`has mode ${mode}, which cannot be read; ${known} can`);
  if (!samples) {
    throw new InputError(
      `is no MRC or CCP4 map, as its ending says: MAP stands nowhere in it, and its mode is ${mode}, not one of ${known}; save it as TIFF, or name its layout by --raw`,
    );
  }
  return mode === 0 && unsignedBytes ? { ...samples, type: 'uint8' } : samples;
}

/**
 * The cell, whose edges may be oblique, is cut into as many parts as the header says, in ångström. The axes in memory may
 * be any of its three. Crystallographers place the first voxel by its number in the cell, microscopists by an origin.
 */
function placeInWorld(integer: (word: number) => number, real: (word: number) => number): Affine {
  const parts = [integer(8), integer(9), integer(10)];
  const edges = [real(11), real(12), real(13)];
  const steps = edges.map((edge, axis) => (parts[axis]! > 0 && edge > 0 ? edge / parts[axis]! : 1));
  const [alpha, beta, gamma] = [real(14), real(15), real(16)].map((degrees) => cosine(degrees)) as [
    number,
    number,
    number,
  ];
  const sine = Math.sqrt(1 - gamma * gamma);
  const x = (alpha - beta * gamma) / sine;
  const edgesUnit: readonly Vec3[] = [
    [1, 0, 0],
    [gamma, sine, 0],
    [beta, x, Math.sqrt(1 - beta * beta - x * x)],
  ];
  const axes = findAxes([integer(17), integer(18), integer(19)]);
  const columns = axes.map((axis) =>
    edgesUnit[axis]!.map((part) => part * steps[axis]!),
  ) as unknown as Affine['columns'];
  const origin = [real(50), real(51), real(52)] as const;
  if (origin.some((coordinate) => coordinate !== 0)) return { columns, origin };
  const starts = [integer(5), integer(6), integer(7)];
  const start = [0, 1, 2].map((row) => columns.reduce((sum, column, axis) => sum + column[row]! * starts[axis]!, 0));
  return { columns, origin: start as unknown as Vec3 };
}

/** Exact where the angle is right, or, as in old files, not there. */
function cosine(degrees: number): number {
  return degrees === 90 || !(degrees > 0 && degrees < 180) ? 0 : Math.cos((degrees * Math.PI) / 180);
}

function findAxes(axes: readonly number[]): readonly number[] {
  if (axes.every((axis) => axis === 0)) return [0, 1, 2];
  if ([1, 2, 3].every((axis) => axes.includes(axis))) return axes.map((axis) => axis - 1);
  throw new InputError(
    `has its columns, rows and sections along axes ${axes.join(', ')}; an order of 1, 2, 3 would be right`,
  );
}
