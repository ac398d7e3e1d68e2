/** How near each policy comes to the best shape. */
import { formatShape, STATIC_SHAPE } from '../../lab.js';
import type { ShapesByView, SweepRow } from './sweep-row.js';

/**
 * Two are listed besides those that choose: the shape that was the fastest in the first half of the frames, timed in the second
 * half, which is as near as noise lets any policy come; and the slowest.
 */
export const POLICY_NAMES = ['auto', 'rule', 'continuous', 'static', 'fastest again', 'worst'] as const;

const STATIC_SHAPE_NAME = formatShape(STATIC_SHAPE);

export type PolicyName = (typeof POLICY_NAMES)[number];

export interface PolicyLoss {
  /** Best shape's time ÷ the policy's shape's time, for each view; 1 is as fast as can be. */
  readonly byView: Readonly<Record<string, number>>;
  readonly geometricMean: number;
  readonly least: number;
  readonly leastView: string;
  /** The most that the policy is slower than static 16 × 16, as a factor, where that was timed. */
  readonly slowestAgainstStatic?: number;
}

export interface PolicyShapes {
  readonly chosen: ShapesByView;
  readonly rule: ShapesByView;
  readonly continuous: ShapesByView;
}

/** The loss of each policy whose shapes were timed from every view. */
export function computeLosses(
  rows: readonly SweepRow[],
  { chosen, rule, continuous }: PolicyShapes,
): Partial<Record<PolicyName, PolicyLoss>> {
  const byView = new Map<string, SweepRow[]>();
  for (const row of rows) {
    const known = byView.get(row.view);
    if (known) known.push(row);
    else byView.set(row.view, [row]);
  }
  const taken: Record<PolicyName, (view: string, rows: readonly SweepRow[]) => SweepRow | undefined> = {
    auto: (view, all) => all.find(({ shape }) => shape === chosen[view]),
    rule: (view, all) => all.find(({ shape }) => shape === rule[view]),
    continuous: (view, all) => all.find(({ shape }) => shape === continuous[view]),
    static: (_, all) => all.find(({ shape }) => shape === STATIC_SHAPE_NAME),
    'fastest again': (_, all) => leastBy(all, ({ msHalves }) => msHalves![0]),
    worst: (_, all) => leastBy(all, ({ msMedian }) => -msMedian),
  };
  const losses: Partial<Record<PolicyName, PolicyLoss>> = {};
  for (const name of POLICY_NAMES) {
    if (name === 'fastest again' && rows.some(({ msHalves }) => !msHalves)) continue;
    const loss = lossOf(byView, taken[name], name === 'fastest again' ? ({ msHalves }) => msHalves![1] : medianOf);
    if (loss) losses[name] = loss;
  }
  return losses;
}

const medianOf = ({ msMedian }: SweepRow) => msMedian;

function lossOf(
  byView: ReadonlyMap<string, readonly SweepRow[]>,
  take: (view: string, rows: readonly SweepRow[]) => SweepRow | undefined,
  msOf: (row: SweepRow) => number,
): PolicyLoss | undefined {
  const ratios: Record<string, number> = {};
  let slowest: number | undefined;
  for (const [view, rows] of byView) {
    const row = take(view, rows);
    if (!row) return undefined;
    ratios[view] = msOf(leastBy(rows, msOf)!) / msOf(row);
    const fixed = rows.find(({ shape }) => shape === STATIC_SHAPE_NAME);
    if (fixed) slowest = Math.max(slowest ?? 0, msOf(row) / msOf(fixed));
  }
  const entries = Object.entries(ratios);
  if (entries.length === 0) return undefined;
  const [leastView, least] = leastBy(entries, ([, ratio]) => ratio)!;
  const geometricMean = Math.exp(entries.reduce((sum, [, ratio]) => sum + Math.log(ratio), 0) / entries.length);
  return {
    byView: ratios,
    geometricMean,
    least,
    leastView,
    ...(slowest !== undefined && { slowestAgainstStatic: slowest }),
  };
}

function leastBy<T>(items: readonly T[], measure: (item: T) => number): T | undefined {
  return items.reduce<T | undefined>(
    (least, item) => (least === undefined || measure(item) < measure(least) ? item : least),
    undefined,
  );
}
