/** `tilecast convert`: a volume or a mesh to another format, its values and geometry kept. */
import type { Argv, CommandModule } from 'yargs';
import {
  findMeshFormat,
  findVolumeFormat,
  InputError,
  type Mesh,
  readMesh,
  WRITABLE_MESHES,
  WRITABLE_VOLUMES,
  type WrittenFile,
  writeMesh,
  writeVolume,
} from '../../index.js';
import { assertWritable, type OpenedInput, openInputs, PartialFile } from '../../node/index.js';
import { chooseField, FIELD_OPTIONS, type FieldArguments, writeField } from '../convert/mesh-field.js';
import { ADAPTER_OPTIONS } from '../open-adapter.js';
import { fail, optional, parseIndex } from '../parse-options.js';
import { readVolumeInput, showProgress } from '../read-volume-input.js';
import { refuseOverwriting } from '../refuse-overwriting.js';
import { RENDER_OPTIONS } from '../render/render-options.js';
import { say } from '../say.js';

interface ConvertArguments extends FieldArguments {
  readonly inputs: readonly string[] | undefined;
  readonly output: string | undefined;
  readonly compress: boolean;
  readonly component: string | undefined;
  readonly time: string | undefined;
  readonly series: string | undefined;
}

const { component, time, series } = RENDER_OPTIONS;

export const convert: CommandModule<object, ConvertArguments> = {
  command: 'convert [inputs..]',
  describe: 'Write a volume or a mesh in another format',
  builder: (yargs) =>
    yargs
      .positional('inputs', { type: 'string', array: true, describe: 'What render takes: one volume or one mesh' })
      .options({ component, time, series, ...FIELD_OPTIONS, ...ADAPTER_OPTIONS })
      .option('output', {
        alias: 'o',
        type: 'string',
        describe: `The file to write: a volume as ${WRITABLE_VOLUMES.join(', ')}, a mesh as ${WRITABLE_MESHES.join(', ')}`,
      })
      .option('compress', { type: 'boolean', default: true, describe: 'Compress the voxels of .nrrd files' })
      .requiresArg(['output', 'component', 'time', 'series', 'adapter', ...Object.keys(FIELD_OPTIONS)])
      .example('$0 dicom/ -o scan.nrrd', '')
      .example('$0 scan.nrrd -o scan.nii.gz', '')
      .example(
        '$0 model.ply --distance 256 -o model.nrrd',
        'a volume of signed distances',
      ) as unknown as Argv<ConvertArguments>,
  handler: async (args) => {
    const { inputs = [], output = fail('--output: name the file to write, such as -o scan.nrrd') } = args;
    if (inputs.length === 0) fail('the input is missing: name a file');
    const isMesh = WRITABLE_MESHES.some((ending) => output.toLowerCase().endsWith(ending));
    const isVolume = WRITABLE_VOLUMES.some((ending) => output.toLowerCase().endsWith(ending));
    if (!isMesh && !isVolume) {
      fail(`${output}: volumes are written as ${WRITABLE_VOLUMES.join(', ')}, meshes as ${WRITABLE_MESHES.join(', ')}`);
    }
    const field = chooseField(args, output);
    await assertWritable(output);
    const [input, second] = await openInputs(inputs);
    if (second) fail(`${nameOf(second)}: is a second input; a file is made of one`);
    if (field) {
      const mesh = await readOneMesh(input!, output);
      await refuseOverwriting([output], input!.files());
      return writeField(mesh, field, output, args);
    }
    const { pieces, notes } = isMesh ? await convertMesh(input!, output) : await convertVolume(input!, output, args);
    for (const note of notes) say(note);
    await refuseOverwriting([output], input!.files());
    await writePieces(output, pieces);
  },
};

const nameOf = (input: OpenedInput) => ('folder' in input ? input.folder.name : input.source.name);

async function convertMesh(input: OpenedInput, output: string): Promise<WrittenFile> {
  return writeMesh(await readOneMesh(input, output), output);
}

async function readOneMesh(input: OpenedInput, output: string): Promise<Mesh> {
  if ('folder' in input || (findVolumeFormat(input.source) && !findMeshFormat(input.source))) {
    throw new InputError(`${output}: is made of a mesh, but ${nameOf(input)} is a volume`);
  }
  const { mesh, notes } = await readMesh(input.source);
  for (const note of notes) say(note);
  return mesh;
}

async function convertVolume(input: OpenedInput, output: string, args: ConvertArguments): Promise<WrittenFile> {
  if (!('folder' in input) && !findVolumeFormat(input.source) && findMeshFormat(input.source)) {
    throw new InputError(
      `${output}: is a volume's name, but ${nameOf(input)} is a mesh; --distance or --voxelize makes one of it`,
    );
  }
  const selection = {
    component: optional('component', args.component, parseIndex) ?? 0,
    time: optional('time', args.time, parseIndex) ?? 0,
    ...(args.series !== undefined && { series: args.series }),
  };
  const { volume, notes } = await readVolumeInput(input, selection);
  for (const note of notes) say(note);
  return showProgress((report) => writeVolume(volume, output, { compress: args.compress, report }), 'bytes');
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
