/** The shapes of a sequence of views: kept where another is hardly better, and refined by what the frames take. */
import { median } from '../math/median.js';
import { type ChooseShapeOptions, chooseShape, rankShapes } from './choose-shape.js';
import { measurePixelSteps, type PixelSteps } from './pixel-steps.js';
import { formatShape, type Shape } from './shape.js';
import { isSameShape } from './shape-families.js';
import { viewDistanceSquared } from './shape-profile.js';
import type { ShapeChoice } from './shape-ranking.js';
import type { ShapeView } from './shape-view.js';

export interface ShapeSequenceOptions extends Omit<ChooseShapeOptions, 'previous'> {
  /** Whether to try other shapes now and then, which needs the time of each frame. */
  readonly refine?: boolean;
}

/** Views nearer than this, as profiles measure it, learn from each other. */
const NEIGHBOURHOOD = 0.3;

/** Frames of a neighbourhood from one trial of another shape to the next. */
const TRY_EVERY = 4;

/** The shapes that are tried: those that the policy likes best. */
const RIVALS = 4;

/** Tries of a shape before its time counts; an odd number, for the median. All but one must have been faster. */
const TRIES = 5;

/** Octaves: a rival must be faster by about 2 % to be taken. */
const MIN_GAIN = Math.log2(1.02);

/** Measurements around one view. Times are in octaves of those of `base`, the policy's own choice there. */
interface Neighbourhood {
  readonly steps: PixelSteps;
  readonly isDense: boolean | undefined;
  readonly base: Shape;
  readonly rivals: readonly { readonly shape: Shape; readonly octaves: number[] }[];
  frames: number;
  /** The last time of the shape in use, which a rival's is compared with: views near in time are nearly the same. */
  reference: { readonly shape: Shape; readonly ms: number } | undefined;
}

export class ShapeSequence {
  readonly #options: ShapeSequenceOptions;
  readonly #neighbourhoods: Neighbourhood[] = [];
  #previous: Shape | undefined;
  #current: { readonly neighbourhood: Neighbourhood; readonly shape: Shape; readonly trial: boolean } | undefined;

  constructor(options: ShapeSequenceOptions) {
    this.#options = options;
  }

  /** The shape for the next frame. */
  choose(view: ShapeView): ShapeChoice {
    this.#current = undefined;
    const usual = chooseShape(view, { ...this.#options, previous: this.#previous });
    this.#previous = usual.shape;
    const steps = this.#options.refine ? measurePixelSteps(view) : undefined;
    return steps ? this.#refine(usual, steps, view) : usual;
  }

  /** Reports how long the frame of the last choice took. */
  record(ms: number): void {
    if (!this.#current || !(ms > 0)) return;
    const { neighbourhood, shape, trial } = this.#current;
    const { reference, base, rivals } = neighbourhood;
    if (!trial) {
      neighbourhood.reference = { shape, ms };
      return;
    }
    if (!reference) return;
    const relative = isSameShape(reference.shape, base) ? 0 : octavesOf(rivals, reference.shape);
    rivals.find((rival) => isSameShape(rival.shape, shape))?.octaves.push(relative + Math.log2(ms / reference.ms));
  }

  #refine(usual: ShapeChoice, steps: PixelSteps, view: ShapeView): ShapeChoice {
    const neighbourhood = this.#neighbourhoodOf(usual.shape, steps, view);
    const best = bestOf(neighbourhood);
    const rival = neighbourhood.reference && nextTrial(neighbourhood);
    if (rival) {
      this.#current = { neighbourhood, shape: rival, trial: true };
      const reason = `${formatShape(rival)} is tried, to compare it with ${formatShape(best.shape)}`;
      return { shape: rival, policy: 'measured', reason };
    }
    this.#current = { neighbourhood, shape: best.shape, trial: false };
    if (isSameShape(best.shape, neighbourhood.base)) return { ...usual, shape: neighbourhood.base };
    const percent = Math.round((1 - 2 ** best.octaves) * 100);
    const reason = `frames of this sequence took ${percent} % less with ${formatShape(best.shape)} than with ${formatShape(neighbourhood.base)}`;
    return { shape: best.shape, policy: 'measured', reason };
  }

  #neighbourhoodOf(base: Shape, steps: PixelSteps, view: ShapeView): Neighbourhood {
    const known = this.#neighbourhoods.find(
      (one) => one.isDense === view.isDense && viewDistanceSquared(one.steps, steps) < NEIGHBOURHOOD ** 2,
    );
    if (known) return known;
    const { shapes } = rankShapes(steps, this.#options, view);
    const others = shapes.map(({ shape }) => shape).filter((shape) => !isSameShape(shape, base));
    const rivals = others.slice(0, RIVALS).map((shape) => ({ shape, octaves: [] }));
    const made: Neighbourhood = { steps, isDense: view.isDense, base, rivals, frames: 0, reference: undefined };
    this.#neighbourhoods.push(made);
    return made;
  }
}

/** The rival whose turn it is in this frame, if it is one's. */
function nextTrial(neighbourhood: Neighbourhood): Shape | undefined {
  neighbourhood.frames++;
  if (neighbourhood.frames % TRY_EVERY !== 0) return undefined;
  const untried = neighbourhood.rivals.filter(({ octaves }) => octaves.length < TRIES);
  return untried.toSorted((a, b) => a.octaves.length - b.octaves.length)[0]?.shape;
}

/** The rival that is faster than the base by enough, and by the most, else the base. */
function bestOf({ base, rivals }: Neighbourhood): { readonly shape: Shape; readonly octaves: number } {
  const tried = rivals.filter(
    ({ octaves }) => octaves.length >= TRIES && octaves.filter((one) => one >= 0).length <= 1,
  );
  const [best] = tried
    .map(({ shape, octaves }) => ({ shape, octaves: median(octaves) }))
    .sort((a, b) => a.octaves - b.octaves);
  return best && best.octaves < -MIN_GAIN ? best : { shape: base, octaves: 0 };
}

const octavesOf = (rivals: Neighbourhood['rivals'], shape: Shape) =>
  median(rivals.find((rival) => isSameShape(rival.shape, shape))?.octaves ?? [0]);
