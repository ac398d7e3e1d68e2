/** `tilecast measure`: how thick a mesh is, how far two meshes are from each other, and where they collide. */
import type { Argv, CommandModule } from 'yargs';
import {
  Bvh,
  COMPARE_DEFAULTS,
  compareSurfaces,
  findClosest,
  findCollisions,
  findThickness,
  type Gpu,
  type Mesh,
  type MeshTree,
  THICKNESS_PLACES,
} from '../../index.js';
import { readSurface } from '../intersect/segment-input.js';
import {
  type Column,
  type ColumnValues,
  isTextFormat,
  makeOutputFolder,
  OUTPUT_FORMATS,
  outputFiles,
  SegmentOutput,
} from '../intersect/segment-output.js';
import { ADAPTER_OPTIONS, type AdapterArguments, announceAdapter, chooseAdapter, startGpu } from '../open-adapter.js';
import { fail, parseChoice, parseCount } from '../parse-options.js';
import { refuseOverwriting } from '../refuse-overwriting.js';
import { printJson } from '../say.js';

/** What can be asked, and of how many meshes. */
const QUESTIONS = { distance: 2, vertices: 2, collisions: 2, thickness: 1 } as const;

type Question = keyof typeof QUESTIONS;

const QUESTION_NAMES = Object.keys(QUESTIONS) as Question[];

/** Points on each surface: more than its memory and time have room for. */
const SAMPLES_MAX = 100_000_000;

interface MeasureArguments extends AdapterArguments {
  readonly question: string;
  readonly meshes: readonly string[];
  readonly at: string;
  readonly samples: string | undefined;
  readonly out: string | undefined;
  readonly format: string;
}

export const measure: CommandModule<object, MeasureArguments> = {
  command: 'measure <question> <meshes..>',
  describe: 'Tell how thick a mesh is, how far two are from each other, or where they collide',
  builder: (yargs) =>
    yargs
      .positional('question', {
        type: 'string',
        demandOption: true,
        describe:
          'distance: the Hausdorff and the mean distance of two meshes; vertices: how far each vertex of the first is from ' +
          'the second; collisions: the pairs of triangles that intersect; thickness: of one mesh, along its inward normals',
      })
      .positional('meshes', { type: 'string', array: true, demandOption: true, describe: 'Meshes of any known format' })
      .options({
        at: {
          type: 'string',
          default: 'triangles',
          describe: `Where to measure the thickness: ${THICKNESS_PLACES.join(' or ')}`,
        },
        samples: {
          type: 'string',
          defaultDescription: String(COMPARE_DEFAULTS.samples),
          describe: 'Points on each surface that the distance is measured from, besides its vertices',
        },
        out: { type: 'string', describe: 'The folder for results; csv and json go to standard output without' },
        format: {
          type: 'string',
          default: 'csv',
          describe: `How to write results but those of distance, which are JSON: ${OUTPUT_FORMATS.join(', ')}`,
        },
        ...ADAPTER_OPTIONS,
      })
      .requiresArg(['at', 'samples', 'out', 'format'])
      .example('$0 distance scan.ply model.stl', '')
      .example('$0 thickness part.stl --at vertices --format csv', '') as unknown as Argv<MeasureArguments>,
  handler: run,
};

async function run(args: MeasureArguments): Promise<void> {
  const question = parseChoice('question', args.question, QUESTION_NAMES);
  const wanted = QUESTIONS[question];
  if (args.meshes.length !== wanted) {
    fail(`${question}: is about ${wanted === 1 ? 'one mesh' : 'two meshes'}, not ${args.meshes.length}`);
  }
  const format = parseChoice('format', args.format, OUTPUT_FORMATS);
  const at = parseChoice('at', args.at, THICKNESS_PLACES);
  const samples =
    args.samples === undefined ? COMPARE_DEFAULTS.samples : parseCount('samples', args.samples, SAMPLES_MAX);
  if (question === 'distance' && args.out !== undefined) fail('--out: a distance goes to standard output, as JSON');
  if (question !== 'distance' && args.out === undefined && !isTextFormat(format)) {
    fail(`--out: name a folder for ${format} files, or write csv or json here`);
  }
  const adapter = chooseAdapter(args);
  const meshes: Mesh[] = [];
  for (const path of args.meshes) meshes.push(await readSurface(path, []));
  const gpu = await (await startGpu(adapter)).gpu;
  try {
    announceAdapter(gpu, adapter);
    const trees = await plant(gpu, meshes);
    if (question === 'distance') {
      const comparison = await compareSurfaces(trees[0]!, trees[1]!, { samples });
      printJson(comparison);
      return;
    }
    const { columns, values } = await ANSWERS[question](trees, at);
    if (args.out !== undefined) {
      await makeOutputFolder(args.out);
      await refuseOverwriting(outputFiles(args.out, question, format, columns), args.meshes);
    }
    const output = await SegmentOutput.create(args.out, question, format, columns);
    try {
      await output.write(values);
      await output.commit();
    } finally {
      await output.discard();
    }
  } finally {
    gpu.destroy();
  }
}

async function plant(gpu: Gpu, meshes: readonly Mesh[]): Promise<MeshTree[]> {
  const trees: MeshTree[] = [];
  for (const mesh of meshes) trees.push({ mesh, bvh: await Bvh.build(gpu, mesh) });
  return trees;
}

interface Table {
  readonly columns: readonly Column[];
  readonly values: readonly ColumnValues[];
}

const ANSWERS: Readonly<
  Record<
    Exclude<Question, 'distance'>,
    (trees: readonly MeshTree[], at: (typeof THICKNESS_PLACES)[number]) => Promise<Table>
  >
> = {
  vertices: async ([first, second]) => {
    const { positions, origin } = first!.mesh;
    const points = Float64Array.from(positions, (coordinate, index) => coordinate + origin[index % 3]!);
    const { distances, triangles } = await findClosest(second!.bvh, points);
    return {
      columns: [
        { file: 'vertexDistance', name: 'distance', type: 'f32', missed: Infinity },
        { file: 'closestTriangle', name: 'triangle', type: 'i32' },
      ],
      values: [distances, triangles],
    };
  },
  collisions: async ([first, second]) => {
    const pairs = await findCollisions(first!, second!);
    const side = (which: number) =>
      Int32Array.from({ length: pairs.length / 2 }, (_, pair) => pairs[2 * pair + which]!);
    return {
      columns: [
        { file: 'firstTriangle', name: 'first', type: 'i32' },
        { file: 'secondTriangle', name: 'second', type: 'i32' },
      ],
      values: [side(0), side(1)],
    };
  },
  thickness: async ([only], at) => ({
    columns: [{ file: 'thickness', name: 'thickness', type: 'f32', missed: Infinity }],
    values: [await findThickness(only!.bvh, only!.mesh, at)],
  }),
};
