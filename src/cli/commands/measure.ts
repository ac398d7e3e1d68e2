/** `tilecast measure`: how thick a mesh is, how far two meshes are from each other, and where they collide. */
import type { Argv, CommandModule } from 'yargs';
import { type Gpu, type Mesh, VIEW_NAMES } from '../../index.js';
import { Bvh, COMPARE_DEFAULTS, compareSurfaces, type MeshTree, THICKNESS_POINTS } from '../../mesh-queries.js';
import { assertWritable, encodePicture, writeWholeFile } from '../../node/index.js';
import {
  fail,
  optional,
  parseBackground,
  parseChoice,
  parseCount,
  parseRange,
  parseSize,
} from '../../recipe/parse/parse-options.js';
import { ADAPTER_OPTIONS, type AdapterArguments } from '../arguments/adapter-options.js';
import { heedLimits, LIMIT_OPTIONS, type LimitArguments } from '../arguments/limit-options.js';
import { readSurface } from '../intersect/segment-input.js';
import {
  isTextFormat,
  makeOutputFolder,
  OUTPUT_FORMATS,
  outputFiles,
  SegmentOutput,
} from '../intersect/segment-output.js';
import { ANSWERS, type Table } from '../measure/answers.js';
import { colorSurface, drawSurfaceMap, plyOf } from '../measure/surface-map.js';
import { announceAdapter, chooseAdapter, startGpu } from '../open-adapter.js';
import { refuseOverwriting } from '../outputs/refuse-overwriting.js';
import { requireFolder } from '../outputs/require-folder.js';
import { requirePictureName } from '../outputs/require-picture-name.js';
import { printJson } from '../say.js';

/** The questions, and of how many meshes. */
const QUESTIONS = { distance: 2, vertices: 2, collisions: 2, thickness: 1 } as const;

type Question = keyof typeof QUESTIONS;

const QUESTION_NAMES = Object.keys(QUESTIONS) as Question[];

/** Points on each surface: more than its memory and time have room for. */
const SAMPLES_MAX = 100_000_000;

interface MeasureArguments extends AdapterArguments, LimitArguments {
  readonly question: string;
  readonly meshes: readonly string[];
  readonly at: string;
  readonly samples: string | undefined;
  readonly out: string | undefined;
  readonly format: string;
  readonly signed: boolean;
  readonly picture?: string | undefined;
  readonly range?: string | undefined;
  readonly view?: string | undefined;
  readonly size?: string | undefined;
  readonly background?: string | undefined;
}

export const measure: CommandModule<object, MeasureArguments> = {
  command: 'measure <question> <meshes..>',
  describe: 'Measure how thick a mesh is, how far two meshes are apart, or where they collide',
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
        ...LIMIT_OPTIONS,
        at: {
          type: 'string',
          default: 'triangles',
          describe: `Where to measure the thickness: ${THICKNESS_POINTS.join(' or ')}`,
        },
        samples: {
          type: 'string',
          defaultDescription: String(COMPARE_DEFAULTS.samples),
          describe: 'Points sampled on each surface, besides its vertices',
        },
        out: { type: 'string', describe: 'Folder for results; without it, csv and json go to standard output' },
        format: {
          type: 'string',
          default: 'csv',
          describe: `Format of results (those of distance are JSON): ${OUTPUT_FORMATS.join(', ')}`,
        },
        signed: {
          type: 'boolean',
          default: false,
          describe: 'With vertices: distances are negative inside the second mesh',
        },
        picture: {
          type: 'string',
          describe: 'Write a picture of the first mesh, coloured by the measurement, with a legend',
        },
        range: { type: 'string', describe: 'Values LO,HI at the ends of the colour map; default: their own range' },
        view: {
          type: 'string',
          defaultDescription: 'a',
          describe: `The view of the picture: ${VIEW_NAMES.join(', ')}`,
        },
        size: {
          type: 'string',
          defaultDescription: '800x800',
          describe: 'Size of the picture, WIDTHxHEIGHT in pixels',
        },
        background: { type: 'string', defaultDescription: 'white', describe: 'A colour in CSS, or transparent' },
        ...ADAPTER_OPTIONS,
      })
      .requiresArg(['at', 'samples', 'out', 'format', 'picture', 'range', 'view', 'size', 'background'])
      .example('$0 distance scan.ply model.stl', '')
      .example('$0 vertices scan.ply model.stl --signed --picture map.png', '')
      .example('$0 thickness part.stl --at vertices --format csv', '') as unknown as Argv<MeasureArguments>,
  handler: run,
};

async function run(args: MeasureArguments): Promise<void> {
  heedLimits(args, args.meshes);
  const plan = planMeasurement(args);
  if (args.picture !== undefined) await assertWritable(args.picture);
  if (args.out !== undefined) await requireFolder(args.out);
  const adapter = chooseAdapter(args);
  const meshes: Mesh[] = [];
  for (const path of args.meshes) meshes.push(await readSurface(path, []));
  if (args.picture !== undefined) await refuseOverwriting([args.picture], args.meshes);
  const gpu = await (await startGpu(adapter)).gpu;
  try {
    announceAdapter(gpu, adapter);
    const trees = await plant(gpu, meshes);
    if (plan.question === 'distance') {
      printJson(await compareSurfaces(trees[0]!, trees[1]!, { samples: plan.samples }));
      return;
    }
    const table = await ANSWERS[plan.question](trees, { at: plan.at, signed: args.signed });
    const colored = table.map && colorSurface(meshes[0]!, table.map, plan.range);
    if (args.picture !== undefined) {
      const picture = await drawSurfaceMap(gpu, colored!, table.map!.name, plan.picture);
      await writeWholeFile(args.picture, await encodePicture(picture, args.picture));
    }
    if (args.picture === undefined || args.out !== undefined) await writeTable(args, plan, table, colored?.mesh);
  } finally {
    gpu.destroy();
  }
}

type MeasurementPlan = ReturnType<typeof planMeasurement>;

/** @throws InputError for options that do not go with the question, or with each other. */
function planMeasurement(args: MeasureArguments) {
  const question = parseChoice('question', args.question, QUESTION_NAMES);
  const wanted = QUESTIONS[question];
  if (args.meshes.length !== wanted) {
    fail(`${question}: is about ${wanted === 1 ? 'one mesh' : 'two meshes'}, not ${args.meshes.length}`);
  }
  const format = parseChoice('format', args.format, OUTPUT_FORMATS);
  const at = parseChoice('at', args.at, THICKNESS_POINTS);
  const samples =
    args.samples === undefined ? COMPARE_DEFAULTS.samples : parseCount('samples', args.samples, SAMPLES_MAX);
  if (question === 'distance' && args.out !== undefined) fail('--out: a distance goes to standard output, as JSON');
  const hasMap = question === 'vertices' || question === 'thickness';
  for (const option of ['picture', 'range', 'view', 'size', 'background'] as const) {
    if (args[option] === undefined) continue;
    if (!hasMap) fail(`--${option}: is for what a map can show: vertices and thickness`);
    if (option !== 'picture' && option !== 'range' && args.picture === undefined) fail(`--${option}: is for --picture`);
  }
  if (format === 'ply' && !hasMap) fail(`--format ply: is for vertices and thickness, not for ${question}`);
  if (format === 'ply' && question === 'thickness' && at !== 'vertices') {
    fail('--format ply: has numbers at vertices; add --at vertices');
  }
  if (args.signed && question !== 'vertices') fail('--signed: is for vertices');
  const range = optional('range', args.range, parseRange);
  const picture = {
    view: parseChoice('view', args.view ?? 'a', VIEW_NAMES),
    ...parseSize('size', args.size ?? '800x800'),
    background: parseBackground('background', args.background ?? 'white'),
  };
  if (args.picture !== undefined) requirePictureName(args.picture);
  if (question !== 'distance' && args.out === undefined && args.picture === undefined && !isTextFormat(format)) {
    fail(`--out: name a folder for ${format} files, or write csv or json here`);
  }
  return { question, format, at, samples, range, picture };
}

/** Writes what was found to files, or to standard output where no folder is named. @param colored for PLY. */
async function writeTable(
  { out, meshes }: MeasureArguments,
  { question, format }: MeasurementPlan,
  { columns, values, map }: Table,
  colored: Mesh | undefined,
): Promise<void> {
  const files = out === undefined ? [] : outputFiles(out, question, format, columns);
  if (out !== undefined) {
    await makeOutputFolder(out);
    await refuseOverwriting(files, meshes);
  }
  if (format === 'ply') {
    await writeWholeFile(files[0]!, Buffer.concat(await plyOf(colored!, map!)));
    return;
  }
  const output = await SegmentOutput.create(out, question, format, columns);
  try {
    await output.write(values);
    await output.commit();
  } finally {
    await output.discard();
  }
}

async function plant(gpu: Gpu, meshes: readonly Mesh[]): Promise<MeshTree[]> {
  const trees: MeshTree[] = [];
  for (const mesh of meshes) trees.push({ mesh, bvh: await Bvh.build(gpu, mesh) });
  return trees;
}
