/** Fits the continuous rule's numbers to measured viewpoints, and judges it and other policies on others. */
import type { Shape } from 'tilecast';
import { formatShape, type PixelSteps } from 'tilecast/lab';
import { geometricMean } from '../averages.js';

export interface MeasuredView {
  readonly view: string;
  readonly steps: PixelSteps;
  /** The shape that the rule of today takes. */
  readonly ruled: Shape;
  readonly times: readonly { readonly shape: Shape; readonly ms: number }[];
}

export interface FittedRule {
  /** Octaves of the subgroup's aspect for one octave between distances in memory, and what is added. */
  readonly gain: number;
  readonly offset: number;
  readonly strides: readonly [number, number, number];
  readonly invocations: number;
  /** Speed on the viewpoints that it was fitted to. */
  readonly speed: number;
}

const SUBGROUP = 32;
const LARGEST_OCTAVES = 5;
const GAINS = Array.from({ length: 17 }, (_, index) => 0.5 * index);
const OFFSETS = [-1, -0.5, 0, 0.5, 1];
const SIZES = [64, 128, 256, 512, 1024];
const STRIDES = [1, 1.5, 2, 3].flatMap((y) => [1, 1.5, 2, 3, 4, 6, 8].map((z) => [1, y, z] as const));

const distance = (step: readonly number[], strides: readonly number[]) =>
  step.reduce((sum, along, axis) => sum + along * strides[axis]!, 0);

function octavesOf({ width }: Shape): number {
  const p = Math.min(width, SUBGROUP);
  return Math.log2((p * p) / SUBGROUP);
}

type Numbers = Omit<FittedRule, 'speed'>;

/** Same as src/shapes/continuous-rule.ts, with other numbers. */
function takeShape({ gain, offset, strides, invocations }: Numbers, { steps, times }: MeasuredView): Shape {
  const octaves = gain * Math.log2(distance(steps.down, strides) / distance(steps.right, strides)) + offset;
  const wanted = Math.min(LARGEST_OCTAVES, Math.max(-LARGEST_OCTAVES, octaves));
  const far = (shape: Shape) => Math.abs(octavesOf(shape) - wanted);
  return times
    .map(({ shape }) => shape)
    .filter(({ width, height }) => width * height === invocations && width <= SUBGROUP)
    .reduce((best, shape) => (far(shape) < far(best) ? shape : best));
}

const timeOf = ({ times }: MeasuredView, shape: Shape) =>
  times.find((one) => formatShape(one.shape) === formatShape(shape))!.ms;
const bestOf = ({ times }: MeasuredView) => times.reduce((best, one) => (one.ms < best.ms ? one : best));

/** Best time ÷ that of the policy's shapes: geometric mean over the viewpoints, and the least. */
function judge(views: readonly MeasuredView[], take: (view: MeasuredView) => Shape) {
  const speeds = views.map((view) => bestOf(view).ms / timeOf(view, take(view)));
  return { speed: geometricMean(speeds), least: Math.min(...speeds) };
}

export function fitRule(views: readonly MeasuredView[]): FittedRule {
  let best: FittedRule | undefined;
  for (const invocations of SIZES) {
    for (const strides of STRIDES) {
      for (const gain of GAINS) {
        for (const offset of OFFSETS) {
          const numbers = { gain, offset, strides, invocations };
          const { speed } = judge(views, (view) => takeShape(numbers, view));
          if (!best || speed > best.speed) best = { ...numbers, speed };
        }
      }
    }
  }
  return best!;
}

/** Reports the viewpoints that nothing was fitted to, and what today's rule costs at each viewpoint. */
export function reportRules(views: readonly MeasuredView[], fitted: FittedRule) {
  const [known, others] = [0, 1].map((rest) => views.filter((_, index) => index % 2 === rest)) as [
    MeasuredView[],
    MeasuredView[],
  ];
  const shapes = views[0]!.times.map(({ shape }) => shape);
  const speedOn = (on: readonly MeasuredView[], shape: Shape) => judge(on, () => shape).speed;
  const single = shapes.reduce((best, shape) => (speedOn(known, shape) > speedOn(known, best) ? shape : best));
  const { speed: _, ...numbers } = fitted;
  const takes = {
    'rule of today': ({ ruled }: MeasuredView) => ruled,
    'fitted rule': (view: MeasuredView) => takeShape(numbers, view),
    ...Object.fromEntries(
      SIZES.slice(2).map((invocations) => [
        `rule of today, ${invocations} invocations`,
        (view: MeasuredView) => takeShape({ gain: 4.5, offset: 0, strides: [1, 2, 6], invocations }, view),
      ]),
    ),
    [`always ${formatShape(single)}, the fitted half's best`]: () => single,
    'always 16x16': () => ({ width: 16, height: 16 }),
  };
  const policies = Object.entries(takes).map(([policy, take]) => ({ policy, ...judge(others, take) }));
  const lines = [
    `  fitted: gain ${fitted.gain}, offset ${fitted.offset}, strides ${fitted.strides}, ${fitted.invocations} invocations`,
    ...policies.map(({ policy, speed, least }) => `  ${policy.padEnd(44)}${speed.toFixed(3)} (${least.toFixed(2)})`),
    ...views.map((view) => {
      const best = bestOf(view);
      const [ruled, least] = [timeOf(view, view.ruled), best.ms].map((ms) => ms.toFixed(3).padStart(8));
      return `  ${view.view.padEnd(12)}${formatShape(view.ruled).padEnd(8)}${ruled}  ${formatShape(best.shape).padEnd(8)}${least}`;
    }),
  ];
  return { policies, lines };
}
