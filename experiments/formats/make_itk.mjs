/**
 * Writes volumes with ITK, by its WebAssembly build, and what is in them.
 *
 * Usage: node make_itk.mjs FOLDER. Each case becomes FOLDER/<case>/input/, voxels.bin and expected.json. ITK is no dependency
 * of the project: ITK_WASM names the folder of another one that has `@itk-wasm/image-io`.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const require = createRequire(join(process.env.ITK_WASM ?? process.cwd(), 'package.json'));
const { writeImageNode } = await import(pathToFileURL(require.resolve('@itk-wasm/image-io')).href);

const [folder] = process.argv.slice(2);
const SIZES = [7, 5, 4];
const SPACINGS = [0.75, 1.25, 2.5];
const ORIGIN = [-50, 20, 100.5];
const STRAIGHT = [1, 0, 0, 0, 1, 0, 0, 0, 1];
/** Row by row, as ITK has it. */
const OBLIQUE = [0.8, -0.36, -0.48, 0.6, 0.48, 0.64, 0, -0.8, 0.6];

const TYPES = {
  int8: Int8Array,
  uint8: Uint8Array,
  int16: Int16Array,
  uint16: Uint16Array,
  int32: Int32Array,
  uint32: Uint32Array,
  float32: Float32Array,
  float64: Float64Array,
};

/** Formats by their file: whether the world is anatomical, and which types and directions ITK writes of them. */
const FORMATS = {
  'a.nrrd': { anatomical: true, oblique: true },
  'a.nhdr': { anatomical: true, oblique: true },
  'a.mha': { anatomical: true, oblique: true },
  'a.mhd': { anatomical: true, oblique: true },
  'a.nii': { anatomical: true, oblique: true },
  'a.nii.gz': { anatomical: true, oblique: true },
  'a.vtk': { anatomical: false },
  'a.mrc': { anatomical: false, types: ['int8', 'int16', 'uint16', 'float32'] },
  'a.tif': { anatomical: false, types: ['uint8', 'int16', 'uint16', 'float32'], placeless: true },
};
const COLOR_FORMATS = ['a.nrrd', 'a.mha', 'a.nii', 'a.vtk', 'a.tif'];

function valueAt(index, type, component) {
  const ramp = (index * 97 + 60 * component + 13) % 251;
  if (type.startsWith('float')) return ramp / 8 - 10;
  return type.startsWith('int') ? ramp - 120 : ramp;
}

async function write(name, file, type, { direction = STRAIGHT, channels = 1, component, anatomical, placeless }) {
  const inputs = join(folder, name, 'input');
  mkdirSync(inputs, { recursive: true });
  const voxels = SIZES[0] * SIZES[1] * SIZES[2];
  const data = TYPES[type].from({ length: voxels * channels }, (_, at) =>
    valueAt(Math.floor(at / channels), type, at % channels),
  );
  const image = {
    imageType: {
      dimension: 3,
      componentType: type,
      pixelType: channels === 1 ? 'Scalar' : 'RGB',
      components: channels,
    },
    ...{ name: 'a', origin: ORIGIN, spacing: SPACINGS, direction: new Float64Array(direction), size: SIZES },
    ...{ metadata: new Map(), data },
  };
  try {
    await writeImageNode(image, join(inputs, file));
  } catch {
    console.log(`${name}: ITK does not write this`);
    rmSync(join(folder, name), { recursive: true });
    return;
  }
  const column = (axis) =>
    placeless
      ? [0, 1, 2].map((row) => Number(row === axis))
      : [0, 1, 2].map((row) => direction[3 * row + axis] * SPACINGS[axis]);
  const taken = Float64Array.from({ length: voxels }, (_, at) => data[at * channels + (component ?? 0)]);
  writeFileSync(join(folder, name, 'voxels.bin'), taken);
  const expected = {
    ...{ input: file, sizes: SIZES, tolerance: 0, anatomical, labels: null },
    matrix: { i: column(0), j: column(1), k: column(2), origin: placeless ? [0, 0, 0] : ORIGIN },
    options: component === undefined ? {} : { component },
  };
  writeFileSync(join(folder, name, 'expected.json'), JSON.stringify(expected));
}

for (const [file, { types = Object.keys(TYPES), oblique = false, ...rest }] of Object.entries(FORMATS)) {
  const kind = file.slice(2);
  for (const type of types) await write(`itk-${kind}-${type}`, file, type, rest);
  if (oblique) await write(`itk-${kind}-oblique`, file, 'int16', { ...rest, direction: OBLIQUE });
  if (!COLOR_FORMATS.includes(file)) continue;
  for (const component of [0, 1, 2]) {
    await write(`itk-${kind}-rgb-${component}`, file, 'uint8', { ...rest, channels: 3, component });
  }
}
