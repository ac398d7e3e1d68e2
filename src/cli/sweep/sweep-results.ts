/** What a sweep found: its files, and how one that was interrupted goes on. */
import { type Camera, InputError, type ShapeProfile, type Vec3 } from '../../index.js';
import type { PixelSteps } from '../../lab.js';
import type { PolicyLoss, PolicyName } from './policy-loss.js';
import type { ShapesByView, SweepRow } from './sweep-row.js';

/** What has to be the same for rows to stand side by side. */
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
  /** What `auto` takes, and why. */
  readonly chosen: ShapesByView;
  readonly chosenPolicy: ShapesByView;
  /** What the viewpoint rule takes, and its continuous form. */
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

/**
 * An earlier sweep of the same settings.
 * @throws InputError, one line that starts with `name`, where it is of others, or no sweep at all.
 */
export function readEarlier(text: string, settings: SweepSettings, name: string): SweepResults {
  const elsewhere = 'name another folder for --out';
  let earlier: SweepResults;
  try {
    earlier = JSON.parse(text) as SweepResults;
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
  return earlier;
}
