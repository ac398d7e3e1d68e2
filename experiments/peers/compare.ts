/** Lets contestants draw the same views in turns: how long each takes, and how alike their pictures are. */
import { createHash } from 'node:crypto';
import { boundingSphere, corners, fitCamera, orbit, smallestSpacing, type TransferFunction } from 'tilecast';
import { asView, type Contestant, type Entry, type Picture, type Task, type View } from './contestant.js';
import { type Look, visibleFrom } from './looks.js';
import { asVolume, type Scan } from './scan.js';
import { countSamples } from './tilecast.js';

/** Frames that a contestant draws before it is the next one's turn, each of them from another place. */
const FRAMES_A_TURN = 3;
const FRAME_DEGREES = 4;
const ROUND_DEGREES = 72;

export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

export interface Standing {
  /** The first picture, with all that happens once. */
  readonly firstMs: number;
  readonly firstCpuMs: number;
  /** Time of the pictures after the second. */
  readonly ms: Spread;
  readonly cpuMs: Spread;
  /** How many times as much as the first contestant took for the same frames. */
  readonly ratio: Spread;
  readonly cpuRatio: Spread;
  /** Mean of the channels of the first picture, 0 … 255. */
  readonly brightness: number;
  /** Mean absolute difference of the channels to the first contestant's, 0 … 255. */
  readonly difference: number;
}

export interface Result {
  readonly look: string;
  /** Share of all voxels that have any opacity. */
  readonly visibleShare: number;
  /** Samples of the first view that rays come to until they are opaque. */
  readonly samples: number;
  /** Share of those samples that tilecast skips. */
  readonly skippedShare: number;
  readonly standings: Readonly<Record<string, Standing>>;
}

export interface Comparison {
  readonly result: Result;
  /** The first view, by contestant. */
  readonly pictures: ReadonlyMap<string, Uint8Array>;
}

type Cost = Pick<Picture, 'ms' | 'cpuMs'>;

interface Runner {
  readonly name: string;
  readonly entry: Entry;
  readonly first: Picture;
  /** Costs by round. */
  readonly turns: Cost[][];
  /** Pictures by view. */
  readonly drawn: Map<View, string>;
}

export async function compare(
  contestants: readonly Contestant[],
  scan: Scan,
  { name, transfer, shading }: Look,
  rounds: number,
): Promise<Comparison> {
  const task: Task = { scan, transfer, shading, step: smallestSpacing(asVolume(scan)) };
  const viewAt = orbitAround(scan);
  const start = viewAt(-2 * FRAME_DEGREES);
  const runners: Runner[] = [];
  for (const contestant of contestants) {
    const entry = await contestant.enter(task);
    const first = await entry.render(start);
    runners.push({ name: contestant.name, entry, first, turns: [], drawn: new Map() });
    await draw(runners.at(-1)!, viewAt(-FRAME_DEGREES));
  }
  for (let round = 0; round < rounds; round++) {
    const views = Array.from({ length: FRAMES_A_TURN }, (_, i) => viewAt(ROUND_DEGREES * round + FRAME_DEGREES * i));
    // Whoever comes first in one round comes last in the next.
    for (const runner of round % 2 ? runners.toReversed() : runners) {
      const turn: Cost[] = [];
      for (const view of views) turn.push(await draw(runner, view));
      runner.turns.push(turn);
    }
  }
  for (const runner of runners) {
    await checkPictures(runner, start);
    await runner.entry.close();
  }
  const { samples, skipped } = await countSamples(task, start);
  const result = {
    look: name,
    visibleShare: shareOf(scan, transfer),
    samples,
    skippedShare: skipped / samples,
    standings: Object.fromEntries(runners.map((runner) => [runner.name, standingOf(runner, runners[0]!)])),
  };
  return { result, pictures: new Map(runners.map(({ name, first }) => [name, first.pixels])) };
}

/** Views from before the face and a little above it, about the crown. */
function orbitAround(scan: Scan): (degrees: number) => View {
  const { anterior, superior } = scan;
  const forward = anterior.map((component) => -component) as unknown as typeof anterior;
  const front = fitCamera(boundingSphere(corners(asVolume(scan))), { forward, up: superior }, { aspect: 1, zoom: 1.5 });
  const raised = (degrees: number) => orbit(orbit(front, { azimuthDegrees: 30 + degrees }), { elevationDegrees: 15 });
  return (degrees) => asView(raised(degrees));
}

const digest = (pixels: Uint8Array) => createHash('sha256').update(pixels).digest('hex');

async function draw({ entry, drawn }: Runner, view: View): Promise<Cost> {
  const { ms, cpuMs, pixels } = await entry.render(view);
  drawn.set(view, digest(pixels));
  return { ms, cpuMs };
}

/** A frame that was not drawn, or not to its end, is a fast one. */
async function checkPictures({ name, entry, first, drawn }: Runner, start: View): Promise<void> {
  if (new Set(drawn.values()).size !== drawn.size) throw new Error(`${name} drew the same from different places`);
  const again = await entry.render(start);
  if (digest(again.pixels) !== digest(first.pixels)) throw new Error(`${name} drew differently from the same place`);
}

function standingOf({ turns, first }: Runner, reference: Runner): Standing {
  const ratioOf = (clock: keyof Cost) => {
    const sum = (turn: readonly Cost[]) => turn.reduce((sum, cost) => sum + cost[clock], 0);
    return spreadOf(turns.map((turn, round) => sum(turn) / sum(reference.turns[round]!)));
  };
  return {
    firstMs: first.ms,
    firstCpuMs: first.cpuMs,
    ms: spreadOf(turns.flat().map(({ ms }) => ms)),
    cpuMs: spreadOf(turns.flat().map(({ cpuMs }) => cpuMs)),
    ratio: ratioOf('ms'),
    cpuRatio: ratioOf('cpuMs'),
    brightness: meanOfChannels(first.pixels, (value) => value),
    difference: meanOfChannels(first.pixels, (value, index) => Math.abs(value - reference.first.pixels[index]!)),
  };
}

function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  const median = (sorted[Math.floor(middle)]! + sorted[Math.ceil(middle)]!) / 2;
  return { median, min: sorted[0]!, max: sorted.at(-1)! };
}

function meanOfChannels(pixels: Uint8Array, measure: (value: number, index: number) => number): number {
  let sum = 0;
  for (let index = 0; index < pixels.length; index++) {
    if (index % 4 !== 3) sum += measure(pixels[index]!, index);
  }
  return sum / ((3 * pixels.length) / 4);
}

/** The share of the voxels that have any opacity. */
export function shareOf({ voxels }: Scan, transfer: TransferFunction): number {
  const from = visibleFrom(transfer);
  let visible = 0;
  for (const value of voxels) if (value > from) visible++;
  return visible / voxels.length;
}
