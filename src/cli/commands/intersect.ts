/** `tilecast intersect`: what segments cross of a surface, or which points are inside it. */
import type { Argv, CommandModule } from 'yargs';
import {
  Bvh,
  boundingBox,
  defaultChunk,
  findInside,
  type IntersectOptions,
  intersectSegments,
  type Mesh,
} from '../../index.js';
import { openGpu } from '../../node/index.js';
import { INTERRUPTED_EXIT_CODE, listenForInterrupt } from '../interrupt.js';
import { type Rows, readPointFiles, readSurface, readTextRows } from '../intersect/segment-input.js';
import {
  type Column,
  type ColumnValues,
  makeOutputFolder,
  OUTPUT_FORMATS,
  SegmentOutput,
} from '../intersect/segment-output.js';
import { fail, parseChoice } from '../parse-options.js';
import { createProgress } from '../progress.js';

interface IntersectArguments {
  readonly inputs: readonly string[] | undefined;
  readonly mesh: string | undefined;
  readonly rays: string | undefined;
  readonly inside: string | undefined;
  readonly mode: string | undefined;
  readonly out: string | undefined;
  readonly format: string;
  readonly sortRays: boolean;
  readonly software: boolean;
  readonly json: boolean;
}

export const intersect: CommandModule<object, IntersectArguments> = {
  command: 'intersect [inputs..]',
  describe: 'Tell what segments cross of a surface, or which points are inside it',
  builder: (yargs) =>
    yargs
      .usage(
        '$0 <vertices> <triangles> <rayFrom> <rayTo> --out FOLDER, or with --mesh, --rays or --inside fewer of them',
      )
      .positional('inputs', {
        type: 'string',
        array: true,
        describe: 'Files of float32 vertices, int32 triangles, float32 starts and ends of segments, three numbers each',
      })
      .options({
        mesh: {
          type: 'string',
          describe: 'The surface, instead of vertices and triangles: a mesh of any known format',
        },
        rays: { type: 'string', describe: 'Segments, instead of files of starts and ends: lines of six numbers' },
        inside: {
          type: 'string',
          describe: 'Tell which of these points are inside instead: lines of three numbers (.csv, .txt), else float32',
        },
        mode: {
          type: 'string',
          defaultDescription: 'boolean',
          describe: `What to tell of segments: ${Object.keys(MODES).join(', ')}`,
        },
        out: { type: 'string', describe: 'The folder for results, which is made if it is not there' },
        format: {
          type: 'string',
          default: 'raw',
          describe: `How to write results: ${OUTPUT_FORMATS.join(', ')}`,
        },
        'sort-rays': {
          type: 'boolean',
          default: false,
          describe: 'Answer segments that go much the same way together: faster where they come in no order',
        },
        software: { type: 'boolean', default: false, describe: 'Compute on the CPU even where there is a GPU' },
        json: { type: 'boolean', default: false, describe: 'Print a summary as JSON' },
      })
      .requiresArg(['mesh', 'rays', 'inside', 'mode', 'out', 'format']) as unknown as Argv<IntersectArguments>,
  handler: run,
};

/** What is asked of the rows that are read, and the columns that the answers have. */
interface Task {
  /** Of the one file in text formats. */
  readonly name: string;
  readonly columns: readonly Column[];
  /** What the first column has where nothing was hit. */
  readonly missed: number;
  readonly answer: (bvh: Bvh, mesh: Mesh, rows: Rows, options: IntersectOptions) => Promise<readonly ColumnValues[]>;
}

const segmentsOf = ({ columns: [from, to] }: Rows) => ({ from: from!, to: to! });

const MODES: Readonly<Record<'boolean' | 'barycentric' | 'intercept_count', Task>> = {
  boolean: {
    name: 'results',
    columns: [{ file: 'results', name: 'crosses', type: 'i32' }],
    missed: 0,
    answer: async (bvh, _, rows, options) => [await intersectSegments(bvh, segmentsOf(rows), 'any', options)],
  },
  barycentric: {
    name: 'results',
    columns: [
      { file: 'intersectTriangle', name: 'triangle', type: 'i32' },
      { file: 'barycentricT', name: 't', type: 'f32' },
      { file: 'barycentricU', name: 'u', type: 'f32' },
      { file: 'barycentricV', name: 'v', type: 'f32' },
    ],
    missed: -1,
    answer: async (bvh, _, rows, options) => {
      const { triangles, t, u, v } = await intersectSegments(bvh, segmentsOf(rows), 'nearest', options);
      return [triangles, t, u, v];
    },
  },
  intercept_count: {
    name: 'results',
    columns: [{ file: 'results', name: 'count', type: 'i32' }],
    missed: 0,
    answer: async (bvh, _, rows, options) => [await intersectSegments(bvh, segmentsOf(rows), 'count', options)],
  },
};

const INSIDE: Task = {
  name: 'inside',
  columns: [{ file: 'inside', name: 'inside', type: 'i32' }],
  missed: 0,
  answer: async (bvh, mesh, { columns }, options) => [await findInside(bvh, boundingBox(mesh), columns[0]!, options)],
};

/** Of a progress bar. */
const PROGRESS_STEPS = 100;

async function run(args: IntersectArguments): Promise<void> {
  const task = chooseTask(args);
  const [surfaceFiles, rowFiles] = chooseInputs(args);
  const format = parseChoice('format', args.format, OUTPUT_FORMATS);
  const { out = fail('--out: name a folder for the results') } = args;
  const mesh = await readSurface(args.mesh, surfaceFiles);
  const gpu = await openGpu({ software: args.software });
  try {
    const startMs = performance.now();
    const bvh = await Bvh.build(gpu, mesh);
    const openInput = () => openRows(args, rowFiles, defaultChunk(bvh));
    // What is wrong at the beginning shall be said before anything is made.
    const tried = openInput();
    await tried.next();
    await tried.return(undefined);
    await makeOutputFolder(out);
    const output = await SegmentOutput.create(out, task.name, format, task.columns);
    const crossing = await answerRows(openInput(), output, task, (rows) =>
      task.answer(bvh, mesh, rows, { sort: args.sortRays }),
    );
    if (crossing === undefined) {
      process.exitCode = INTERRUPTED_EXIT_CODE;
    } else if (args.json) {
      const [rows, found] = args.inside === undefined ? ['segments', 'crossing'] : ['points', 'inside'];
      const { adapterName: adapter, software } = gpu;
      const milliseconds = Math.round(performance.now() - startMs);
      const triangles = mesh.triangles.length / 3;
      const summary = { adapter, software, triangles, [rows!]: output.rows, [found!]: crossing, milliseconds };
      process.stdout.write(`${JSON.stringify(summary, null, 2)}\n`);
    }
  } finally {
    gpu.destroy();
  }
}

/** @returns the rows that were hits, or undefined where Ctrl-C came: then there are no files. */
async function answerRows(
  input: AsyncGenerator<Rows>,
  output: SegmentOutput,
  { missed }: Task,
  answer: (rows: Rows) => Promise<readonly ColumnValues[]>,
): Promise<number | undefined> {
  const interrupt = listenForInterrupt(() => output.discardNow());
  const progress = createProgress(PROGRESS_STEPS, 'percent');
  let [hits, shown] = [0, 0];
  try {
    for await (const rows of input) {
      const values = await answer(rows);
      if (interrupt.requested()) return undefined;
      for (const value of values[0]!) if (value !== missed) hits += 1;
      await output.write(values);
      for (; shown < Math.floor(PROGRESS_STEPS * rows.done); shown++) progress.advance();
    }
    await output.commit();
    return hits;
  } finally {
    progress.stop();
    interrupt.ignore();
    await output.discard();
  }
}

function chooseTask({ inside, mode, rays }: IntersectArguments): Task {
  if (inside === undefined) {
    return MODES[parseChoice('mode', mode ?? 'boolean', Object.keys(MODES) as (keyof typeof MODES)[])];
  }
  if (mode !== undefined) fail('--mode: is about segments; leave it out with --inside');
  if (rays !== undefined) fail('--rays: leave it out with --inside');
  return INSIDE;
}

/** The files of the surface and of the segments, among those that are named without an option. */
function chooseInputs({ inputs = [], mesh, rays, inside }: IntersectArguments): [string[], string[]] {
  const surface = mesh === undefined ? ['vertices', 'triangles'] : [];
  const rows = rays === undefined && inside === undefined ? ['rayFrom', 'rayTo'] : [];
  const names = [...surface, ...rows];
  const missing = names[inputs.length];
  if (missing) fail(`the file of ${missing} is missing: name ${names.join(', ')}`);
  const left = inputs[names.length];
  if (left !== undefined) fail(`${left}: is one file too many; the inputs are ${names.join(', ') || 'all in options'}`);
  return [inputs.slice(0, surface.length), inputs.slice(surface.length)];
}

function openRows({ rays, inside }: IntersectArguments, files: readonly string[], rowsAtOnce: number) {
  if (rays !== undefined) return readTextRows(rays, 2);
  if (inside === undefined) return readPointFiles(files, rowsAtOnce);
  return /\.(csv|tsv|txt|xyz)$/i.test(inside) ? readTextRows(inside, 1) : readPointFiles([inside], rowsAtOnce);
}
