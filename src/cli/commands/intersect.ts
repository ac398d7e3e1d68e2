/** `tilecast intersect`: where segments cross a surface, or which points are inside it. */
import type { Argv, CommandModule } from 'yargs';
import { defaultChunk } from '../../lab.js';
import { Bvh } from '../../mesh-queries.js';
import { fail, parseChoice } from '../../recipe/parse/parse-options.js';
import { ADAPTER_OPTIONS } from '../arguments/adapter-options.js';
import { type Interrupt, listenForInterrupt } from '../interrupt.js';
import { chooseSides } from '../intersect/choose-sides.js';
import {
  chooseInputs,
  chooseQuestion,
  chooseTask,
  type IntersectArguments,
  openRows,
  QUESTION_OPTIONS,
} from '../intersect/choose-task.js';
import { type InputRows, readSurface } from '../intersect/segment-input.js';
import {
  type ColumnValues,
  isTextFormat,
  makeOutputFolder,
  OUTPUT_FORMATS,
  type OutputFormat,
  outputFiles,
  SegmentOutput,
} from '../intersect/segment-output.js';
import { type IntersectTask, MODES, type RowsAt } from '../intersect/tasks.js';
import { announceAdapter, chooseAdapter, startGpu } from '../open-adapter.js';
import { refuseOverwriting } from '../outputs/refuse-overwriting.js';
import { requireFolder } from '../outputs/require-folder.js';
import { createProgress } from '../progress.js';
import { printJson } from '../say.js';

export const intersect: CommandModule<object, IntersectArguments> = {
  command: 'intersect [inputs..]',
  describe: 'Find where segments cross a surface, how far points are from it, or which are inside it',
  builder: (yargs) =>
    yargs
      .usage(
        '$0 <vertices> <triangles> <rayFrom> <rayTo> --out FOLDER, or with --mesh, --rays, --inside, --closest or --signed-distance fewer of them',
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
          describe: 'Find which of these points are inside instead: lines of three numbers (.csv, .txt), else float32',
        },
        closest: {
          type: 'string',
          describe: 'Find the triangle closest to each of these points instead, and where on it',
        },
        'signed-distance': {
          type: 'string',
          describe: 'Find the signed distance from each of these points to the surface instead, negative inside',
        },
        nearest: {
          type: 'string',
          defaultDescription: '1',
          describe: 'With --closest, how many triangles to list for each point, the closest first',
        },
        within: {
          type: 'string',
          describe: 'Search radius in world units; with --signed-distance, farther points are infinitely far',
        },
        boxes: {
          type: 'string',
          describe: 'List the triangles that meet each of these boxes instead: lines of a low and a high corner',
        },
        balls: {
          type: 'string',
          describe: 'List the triangles that meet each of these balls instead: lines of a centre and a radius',
        },
        mode: {
          type: 'string',
          defaultDescription: 'boolean',
          describe: `Answer for each segment: ${Object.keys(MODES).join(', ')}`,
        },
        out: {
          type: 'string',
          describe: 'Folder for results, created if missing; without it, csv and json go to standard output',
        },
        format: {
          type: 'string',
          defaultDescription: 'raw',
          describe: `Format of results: ${OUTPUT_FORMATS.join(', ')}`,
        },
        csv: { type: 'boolean', default: false, describe: 'Short for --format csv' },
        'sort-rays': {
          type: 'boolean',
          default: false,
          describe: 'Group similar segments: faster if they come in random order',
        },
        ...ADAPTER_OPTIONS,
        json: { type: 'boolean', default: false, describe: 'Print a summary as JSON' },
      })
      .requiresArg([
        ...QUESTION_OPTIONS,
        'mesh',
        'rays',
        'nearest',
        'within',
        'mode',
        'out',
        'format',
        'adapter',
      ]) as unknown as Argv<IntersectArguments>,
  handler: run,
};

/** Enough to find what is wrong at the beginning of a file. */
const TRIED_ROWS = 1024;

/** Steps of a progress bar. */
const PROGRESS_STEPS = 100;

async function run(args: IntersectArguments): Promise<void> {
  const format = chooseFormat(args);
  const task = chooseTask(args, format);
  const [surfaceFiles, rowFiles] = chooseInputs(args);
  const folder = chooseFolder(args, format);
  const adapter = chooseAdapter(args);
  if (folder !== undefined) await requireFolder(folder);
  const mesh = await readSurface(args.mesh, surfaceFiles);
  // A bad file is what the user hears of, even if there is no device; and before anything is written.
  const tried = openRows(args, rowFiles, TRIED_ROWS);
  await tried.next();
  await tried.return(undefined);
  if (folder !== undefined) {
    const inputs = [...surfaceFiles, ...rowFiles, args.mesh, args.rays, chooseQuestion(args)?.file];
    await refuseOverwriting(
      outputFiles(folder, task.name, format, task.columns),
      inputs.filter((path) => path !== undefined),
    );
  }
  const sides = task.hasSides ? chooseSides(mesh) : undefined;
  const gpu = await (await startGpu(adapter)).gpu;
  const interrupt = listenForInterrupt();
  try {
    const startMs = performance.now();
    const bvh = await Bvh.build(gpu, mesh);
    const surface = { bvh, mesh, sign: sides?.sign ?? 'parity' };
    announceAdapter(gpu, adapter);
    if (folder !== undefined) await makeOutputFolder(folder);
    const output = await SegmentOutput.create(folder, task.name, format, task.columns);
    const answer = (rows: RowsAt) => task.answer(surface, rows, { sort: args.sortRays });
    const answered = await answerRows(openRows(args, rowFiles, defaultChunk(bvh)), output, task, answer, interrupt);
    if (answered === undefined) {
      process.exitCode = interrupt.exitCode();
    } else if (args.json) {
      const { adapterName: adapter, software } = gpu;
      const milliseconds = Math.round(performance.now() - startMs);
      const triangles = mesh.triangles.length / 3;
      const counts = { [task.rows]: answered.rows, [task.found]: answered.found };
      printJson({ adapter, software, triangles, ...counts, ...sides, milliseconds });
    }
  } finally {
    interrupt.ignore();
    gpu.destroy();
  }
}

function chooseFormat({ csv, format = csv ? 'csv' : 'raw' }: IntersectArguments): OutputFormat {
  const chosen = parseChoice('format', format, OUTPUT_FORMATS);
  if (csv && chosen !== 'csv') fail(`--csv: is short for --format csv; leave it out with --format ${chosen}`);
  return chosen;
}

/** Undefined for standard output. */
function chooseFolder({ out, json }: IntersectArguments, format: OutputFormat): string | undefined {
  if (out !== undefined) return out;
  if (!isTextFormat(format)) fail('--out: name a folder for the results, or write them here with --csv');
  if (json) fail('--json: the results are on standard output; name a folder for them with --out');
  return undefined;
}

interface Answered {
  /** Read. */
  readonly rows: number;
  readonly found: number;
}

/** @returns undefined where Ctrl-C came: then there are no files. */
async function answerRows(
  input: AsyncGenerator<InputRows>,
  output: SegmentOutput,
  { isFound, foundIn = 0 }: IntersectTask,
  answer: (rows: RowsAt) => Promise<readonly ColumnValues[]>,
  interrupt: Interrupt,
): Promise<Answered | undefined> {
  const progress = createProgress(PROGRESS_STEPS, 'percent');
  let [read, found, shown] = [0, 0, 0];
  try {
    for await (const rows of input) {
      const values = await answer({ ...rows, first: read });
      if (interrupt.requested()) return undefined;
      read += rows.columns[0]!.length / 3;
      for (const value of values[foundIn]!) if (isFound(value)) found += 1;
      await output.write(values);
      for (; shown < Math.floor(PROGRESS_STEPS * rows.done); shown++) progress.advance();
    }
    await output.commit();
    return { rows: read, found };
  } finally {
    progress.stop();
    await output.discard();
  }
}
