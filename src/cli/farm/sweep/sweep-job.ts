/** The jobs of a sweep and their results, as JSON, and their checks: both are untrusted. */
import {
  createRawReader,
  InputError,
  parseShape,
  parseShapeProfile,
  parseTransfer,
  type TransferFunction,
  type VolumeReader,
} from '../../../index.js';
import { checkCamera, checkShape, formatShapeProfile, parseRawLayout } from '../../../lab.js';
import { FRAMES_MAX, parseCount, parseSize, parseStep } from '../../../recipe/parse/parse-options.js';
import type { MeasuredView, ViewPlan } from '../../sweep/measure-view.js';
import type { SweepDevice } from '../../sweep/sweep-device.js';
import { checkRows } from '../../sweep/sweep-results.js';
import { asJob, asPath, checkVersion, type JOB_VERSION } from '../jobs/job-form.js';

/** All shapes from one viewpoint, to be timed on a certain adapter. */
export interface SweepViewJob {
  readonly version: typeof JOB_VERSION;
  /** The name of the adapter that it is for. */
  readonly adapter: string;
  readonly input: string;
  readonly sha256: string;
  readonly raw?: string;
  /** A transfer function as in its files. */
  readonly transfer: unknown;
  readonly view: string;
  readonly camera: unknown;
  readonly shapes: readonly string[];
  readonly size: string;
  readonly frames: number;
  readonly step: number;
  readonly skip: boolean;
  readonly earlyTermination: boolean;
}

export interface CheckedSweepViewJob extends Pick<SweepViewJob, 'adapter' | 'input' | 'sha256'> {
  readonly raw: string | undefined;
  readonly read: VolumeReader | undefined;
  readonly transfer: TransferFunction;
  readonly plan: ViewPlan;
}

/** More than all shapes in all variations. */
const SHAPES_MAX = 10_000;

/**
 * @param maxInvocations of the worker's adapter.
 * @throws InputError that says what is wrong with it.
 */
export function checkSweepViewJob(data: unknown, maxInvocations: number): CheckedSweepViewJob {
  const job = asJob(data);
  checkVersion(job['version']);
  const { shapes, raw } = job;
  if (!Array.isArray(shapes) || shapes.length === 0 || shapes.length > SHAPES_MAX) {
    throw new InputError('the job’s shapes must be a list');
  }
  const layout = raw === undefined ? undefined : asText(raw, 'raw');
  const parsed = shapes.map((shape) => parseShape(asText(shape, 'shapes')));
  for (const shape of parsed) checkShape(shape, maxInvocations);
  return {
    adapter: asText(job['adapter'], 'adapter'),
    input: asPath(job['input'], 'input'),
    sha256: asText(job['sha256'], 'sha256'),
    raw: layout,
    read: layout === undefined ? undefined : createRawReader(parseRawLayout(layout)),
    transfer: parseTransfer(JSON.stringify(job['transfer'] ?? null), 'the job’s transfer function'),
    plan: {
      name: asText(job['view'], 'view'),
      camera: checkCamera(job['camera']),
      shapes: parsed,
      image: parseSize('size', asText(job['size'], 'size')),
      frames: parseCount('frames', String(job['frames']), FRAMES_MAX),
      step: parseStep('step', String(job['step'])),
      skip: job['skip'] === true,
      earlyTermination: job['earlyTermination'] === true,
    },
  };
}

/** A device as the result of a job. */
export const deviceAsResult = ({ profile, ...device }: SweepDevice): unknown => ({
  ...device,
  ...(profile && { profile: formatShapeProfile(profile) }),
});

/** @throws InputError for what no worker says of its device. */
export function checkDevice(result: unknown): SweepDevice {
  const { adapter, adapterInfo, software, timer, maxInvocations, lanes, profile } = asJob(result);
  const info = asJob(adapterInfo);
  const textOf = (name: string) => asText(info[name], name);
  if (timer !== 'gpu' && timer !== 'wall') throw new InputError('the device’s timer is unknown');
  return {
    adapter: asText(adapter, 'adapter'),
    adapterInfo: {
      vendor: textOf('vendor'),
      architecture: textOf('architecture'),
      device: textOf('device'),
      description: textOf('description'),
    },
    software: software === true,
    timer,
    maxInvocations: parseCount('invocations', String(maxInvocations), INVOCATIONS_MAX),
    ...(lanes !== undefined && { lanes: parseCount('lanes', String(lanes), INVOCATIONS_MAX) }),
    profile: profile === undefined ? undefined : parseShapeProfile(asText(profile, 'profile'), 'the worker’s profile'),
  };
}

const INVOCATIONS_MAX = 1 << 16;

/**
 * The times of a viewpoint, which have to be those of all of its shapes.
 * @throws InputError for anything else.
 */
export function checkMeasuredView(result: unknown, view: string, shapes: readonly string[]): MeasuredView {
  const { rows, timer, format } = asJob(result);
  const refusal = () => new InputError(`${view}: the queue returned something other than times of its shapes`);
  if ((timer !== 'gpu' && timer !== 'wall') || typeof format !== 'string' || !/^[a-z0-9]{0,20}$/.test(format)) {
    throw refusal();
  }
  const checked = checkRows(rows, shapes, [view], refusal);
  if (checked.length !== shapes.length) throw refusal();
  return { rows: checked, timer, format };
}

function asText(value: unknown, what: string): string {
  if (typeof value === 'string') return value;
  throw new InputError(`the job’s ${what} must be a text`);
}
