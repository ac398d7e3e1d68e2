/** Results of a sweep: its files, and how an interrupted one continues. */
import { type Camera, InputError, type ShapeProfile, type Vec3 } from '../../index.js';
import type { PixelSteps } from '../../lab.js';
import type { PolicyLoss, PolicyName } from './policy-loss.js';
import type { ShapesByView, SweepRow } from './sweep-row.js';

/** Settings that have to be the same for rows to stand side by side. */
export interface SweepSettings {
  readonly volume: string;
  readonly sha256: string;
  readonly adapter: string;
  readonly views: string;
  readonly shapes: readonly string[];
  readonly size: string;
  readonly frames: number;
  readonly step: number;
  readonly transfer: string;
  readonly skip: boolean;
  readonly earlyTermination: boolean;
}

export interface SweepView {
  readonly name: string;
  readonly camera: Camera;
  readonly steps: PixelSteps | undefined;
}

export interface SweepResults {
  readonly kind: typeof KIND;
  readonly version: typeof VERSION;
  readonly complete: boolean;
  readonly adapter: string;
  readonly adapterInfo: ShapeProfile['adapter'];
  readonly software: boolean;
  readonly timer: 'gpu' | 'wall';
  readonly settings: SweepSettings;
  readonly volume: { readonly sizes: Vec3; readonly format: string };
  readonly views: readonly SweepView[];
  readonly rows: readonly SweepRow[];
  /** The choice of `auto`, and why. */
  readonly chosen: ShapesByView;
  readonly chosenPolicy: ShapesByView;
  /** The choice of the viewpoint rule, and its continuous form. */
  readonly rule: ShapesByView;
  readonly continuous: ShapesByView;
  /** Half the interquartile range over the median, of the middle row. */
  readonly noise: number;
  readonly losses: Readonly<Partial<Record<PolicyName, PolicyLoss>>>;
}

const KIND = 'tilecast sweep';
const VERSION = 1;
export const SWEEP_IDENTITY = { kind: KIND, version: VERSION } as const;

export const formatResults = (results: SweepResults) => `${JSON.stringify(results, undefined, 2)}\n`;

const CSV_COLUMNS = ['view', 'shape', 'msMedian', 'fps', 'msLeast', 'msQ1', 'msQ3'] as const;

export function formatCsv({ rows }: Pick<SweepResults, 'rows'>): string {
  return [CSV_COLUMNS.join(','), ...rows.map((row) => CSV_COLUMNS.map((name) => row[name]).join(','))]
    .map((line) => `${line}\n`)
    .join('');
}

/** The parts of an earlier sweep that are kept. */
export type EarlierSweep = Pick<SweepResults, 'rows' | 'timer'> & { readonly volume: { readonly format: string } };

/**
 * An earlier sweep of the same settings, whose file may have passed through other hands.
 * @param views of this sweep.
 * @throws InputError, one line that starts with `name`, where it is of others, or no sweep at all.
 */
export function readEarlier(
  text: string,
  settings: SweepSettings,
  views: readonly string[],
  name: string,
): EarlierSweep {
  const elsewhere = 'name another folder for --out';
  let earlier: Partial<SweepResults>;
  try {
    earlier = JSON.parse(text) ?? {};
    if (earlier.kind !== KIND || earlier.version !== VERSION) throw new Error(`its kind is not "${KIND}"`);
  } catch (cause) {
    throw new InputError(`${name}: is no sweep to go on with: ${(cause as Error).message}; ${elsewhere}`, { cause });
  }
  for (const [setting, value] of Object.entries(settings)) {
    const before = JSON.stringify(earlier.settings?.[setting as keyof SweepSettings]);
    if (before === JSON.stringify(value)) continue;
    throw new InputError(
      `${name}: is of another sweep, with ${setting} ${before} and not ${JSON.stringify(value)}; ${elsewhere}`,
    );
  }
  const { rows, timer, volume } = earlier;
  const format = volume?.format;
  if ((timer !== 'gpu' && timer !== 'wall') || typeof format !== 'string' || !/^[a-z0-9]{0,20}$/.test(format)) {
    throw new InputError(`${name}: is damaged: it lacks its timer or the format of its volume; ${elsewhere}`);
  }
  const refuse = (row: number) =>
    new InputError(`${name}: is damaged: its row ${row} is none of this sweep; ${elsewhere}`);
  return { rows: checkRows(rows, settings.shapes, views, refuse), timer, volume: { format } };
}

const TIMES = ['msMedian', 'msLeast', 'msQ1', 'msQ3'] as const;

/**
 * Each shape once at most from each view.
 * @throws what `refuse` makes of the index of a row that is none of them.
 */
export function checkRows(
  rows: unknown,
  shapes: readonly string[],
  views: readonly string[],
  refuse: (index: number) => InputError,
): SweepRow[] {
  const left = new Map(views.map((view) => [view, new Set(shapes)]));
  const isTime = (value: unknown) => typeof value === 'number' && Number.isFinite(value) && value >= 0;
  return (Array.isArray(rows) ? rows : [rows]).map((row: Partial<SweepRow> | null, index) => {
    const { view = '', shape = '', msHalves } = row ?? {};
    const isOfSweep = left.get(view)?.delete(shape) === true;
    const areHalves =
      msHalves === undefined || (Array.isArray(msHalves) && msHalves.length === 2 && msHalves.every(isTime));
    if (!isOfSweep || !TIMES.every((time) => isTime(row?.[time])) || !areHalves) {
      throw refuse(index);
    }
    return { view, shape, ...timesOf(row as SweepRow), ...(msHalves && { msHalves }) };
  });
}

const timesOf = ({ msMedian, msLeast, msQ1, msQ3 }: SweepRow) => ({
  msMedian,
  fps: 1000 / msMedian,
  msLeast,
  msQ1,
  msQ3,
});
