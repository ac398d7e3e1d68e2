/** `tilecast convert`: a volume or a mesh to another format, its values and geometry kept. */
import type { Argv, CommandModule } from 'yargs';
import {
  findMeshFormat,
  findVolumeFormat,
  InputError,
  type Mesh,
  type VolumeFile,
  WRITABLE_MESHES,
  WRITABLE_VOLUMES,
  type WrittenFile,
  writeMesh,
  writeVolume,
} from '../../index.js';
import { assertWritable, nameOfInput, type OpenedInput, openInputs, PartialFile } from '../../node/index.js';
import { fail } from '../../recipe/parse/parse-options.js';
import { ADAPTER_OPTIONS } from '../arguments/adapter-options.js';
import { heedLimits, LIMIT_OPTIONS, type LimitArguments } from '../arguments/limit-options.js';
import type { QuickCommand } from '../arguments/parse-quickly.js';
import { chooseIsosurface, ISOSURFACE_OPTIONS, type IsosurfaceArguments } from '../convert/isosurface.js';
import { chooseField, FIELD_OPTIONS, type FieldArguments } from '../convert/mesh-field.js';
import { convertToStore, isStoreName, STORE_OPTIONS, type StoreArguments } from '../convert/write-store.js';
import { findOutputName } from '../outputs/find-output-name.js';
import { refuseOverwriting } from '../outputs/refuse-overwriting.js';
import { readMeshInput } from '../read-mesh-input.js';
import { readVolumeInput, showProgress } from '../read-volume-input.js';
import { RENDER_OPTIONS } from '../render/render-options.js';
import { say } from '../say.js';
import { chooseSelection } from '../select-volumes.js';

interface ConvertArguments extends FieldArguments, IsosurfaceArguments, StoreArguments, LimitArguments {
  readonly inputs: readonly string[] | undefined;
  readonly output: string | undefined;
  readonly compress?: boolean | undefined;
  readonly component: string | undefined;
  readonly time: string | undefined;
  readonly series: string | undefined;
  readonly spacing: string | undefined;
}

const { component, time, series, spacing } = RENDER_OPTIONS;

const CONVERT_OPTIONS = {
  component,
  time,
  series,
  spacing,
  ...FIELD_OPTIONS,
  ...ISOSURFACE_OPTIONS,
  ...STORE_OPTIONS,
  ...ADAPTER_OPTIONS,
  ...LIMIT_OPTIONS,
  output: {
    alias: 'o',
    type: 'string',
    describe: `The file to write: a volume as ${WRITABLE_VOLUMES.join(', ')}, a store of levels as .zarr, a mesh as ${WRITABLE_MESHES.join(', ')}`,
  },
  compress: { type: 'boolean', defaultDescription: 'true', describe: 'Compress the voxels of .nrrd files' },
} as const;

export const convert: CommandModule<object, ConvertArguments> & QuickCommand = {
  command: 'convert [inputs..]',
  quick: { options: CONVERT_OPTIONS, list: 'inputs' },
  describe: 'Write a volume or a mesh in another format',
  builder: (yargs) =>
    yargs
      .positional('inputs', { type: 'string', array: true, describe: 'What render takes: one volume or one mesh' })
      .options(CONVERT_OPTIONS)
      .requiresArg([
        'output',
        'component',
        'time',
        'series',
        'spacing',
        'isosurface',
        'reduction',
        'within',
        'time-limit',
        'host-memory',
        'adapter',
        ...Object.keys(FIELD_OPTIONS),
      ])
      .example('$0 dicom/ -o scan.nrrd', '')
      .example('$0 scan.nrrd -o scan.nii.gz', '')
      .example('$0 large.nrrd -o large.zarr', 'a store with coarser levels, in bounded memory')
      .example('$0 dicom/ -o bone.stl --isosurface 300', 'a closed surface, as printers need it')
      .example(
        '$0 model.ply --distance 256 -o model.nrrd',
        'a volume of signed distances',
      ) as unknown as Argv<ConvertArguments>,
  handler: async (args) => {
    const { inputs = [], compress = true } = args;
    const { output = fail(`--output: name the file to write, such as -o ${findOutputName(inputs) ?? 'scan.nrrd'}`) } =
      args;
    heedLimits(args);
    if (inputs.length === 0) fail('the input is missing: name a file');
    const isMesh = WRITABLE_MESHES.some((ending) => output.toLowerCase().endsWith(ending));
    const isVolume = WRITABLE_VOLUMES.some((ending) => output.toLowerCase().endsWith(ending));
    if (isStoreName(output)) {
      if (args.isosurface !== undefined) fail('--isosurface: makes a mesh, and a store holds a volume');
      return convertToStore(inputs, output, args, chooseSelection(args));
    }
    if (args.reduction !== undefined) fail('--reduction: is for stores, such as -o scan.zarr');
    if (!isMesh && !isVolume) {
      fail(
        `${output}: volumes are written as ${WRITABLE_VOLUMES.join(', ')}, .zarr, meshes as ${WRITABLE_MESHES.join(', ')}`,
      );
    }
    const field = chooseField(args, output);
    const isoValue = chooseIsosurface(args, isMesh);
    await assertWritable(output);
    const [input, second] = await openInputs(inputs);
    if (second) fail(`${nameOfInput(second)}: is a second input; a file is made from one`);
    if (field) {
      const mesh = await readOneMesh(input!, output);
      await refuseOverwriting([output], input!.files());
      // The GPU is for few conversions, and its modules are half of all.
      const { writeField } = await import('../convert/write-field.js');
      return writeField(mesh, field, output, { ...args, compress });
    }
    const { pieces, notes } = isMesh
      ? await writeMesh(await readSurface(input!, output, isoValue, args), output)
      : await convertVolume(input!, output, compress, args);
    for (const note of notes) say(note);
    await refuseOverwriting([output], input!.files());
    await writePieces(output, pieces);
  },
};

/** The input's mesh, or the isosurface of its volume. */
async function readSurface(
  input: OpenedInput,
  output: string,
  isoValue: number | undefined,
  args: ConvertArguments,
): Promise<Mesh> {
  if (isoValue === undefined) return readOneMesh(input, output);
  if (isMeshInput(input)) fail(`--isosurface: is of a volume, and ${nameOfInput(input)} is a mesh`);
  const { extractMesh } = await import('../convert/extract-mesh.js');
  return extractMesh((await readOneVolume(input, args)).volume, isoValue, args);
}

async function readOneMesh(input: OpenedInput, output: string): Promise<Mesh> {
  if (!('source' in input) || (findVolumeFormat(input.source) && !findMeshFormat(input.source))) {
    throw new InputError(
      `${output}: is made from a mesh, but ${nameOfInput(input)} is a volume; --isosurface makes a mesh from it`,
    );
  }
  const { mesh, notes } = await readMeshInput(input);
  for (const note of notes) say(note);
  return mesh;
}

async function convertVolume(
  input: OpenedInput,
  output: string,
  compress: boolean,
  args: ConvertArguments,
): Promise<WrittenFile> {
  if (isMeshInput(input)) {
    throw new InputError(
      `${output}: is a volume's name, but ${nameOfInput(input)} is a mesh; --distance or --voxelize makes one of it`,
    );
  }
  const { volume, colors, unit } = await readOneVolume(input, args);
  return showProgress((report) => writeVolume(volume, output, { compress, colors, unit, report }), 'bytes');
}

const isMeshInput = (input: OpenedInput) =>
  'source' in input && !findVolumeFormat(input.source) && findMeshFormat(input.source) !== undefined;

async function readOneVolume(input: OpenedInput, args: ConvertArguments): Promise<VolumeFile> {
  const file = await readVolumeInput(input, chooseSelection(args));
  for (const note of file.notes) say(note);
  return file;
}

async function writePieces(path: string, pieces: readonly Uint8Array[]): Promise<void> {
  const file = await PartialFile.create(path);
  try {
    for (const piece of pieces) await file.write(piece);
    await file.commit();
  } catch (error) {
    await file.discard();
    throw error;
  }
}
