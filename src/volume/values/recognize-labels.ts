/** Labels or values: the one rule for what integers without further notice are. */

import type { Volume } from '../volume.js';
import { findFewVoxels } from './few-voxels.js';
import {
  type Agreement,
  findAgreement,
  findNeighborOrder,
  MOST_PAIRS,
  type NeighborOrder,
  probeStride,
  probeValues,
} from './neighbor-order.js';
import { grainShare } from './speckle.js';

/** Whether voxels are labels, and how that is known. */
export interface LabelVerdict {
  /** Whether the values are labels. */
  readonly isLabels: boolean;
  /** Whether it is a guess from the voxels that could well be wrong; false where the file or the caller says it. */
  readonly isGuess: boolean;
}

const VALUES: LabelVerdict = { isLabels: false, isGuess: false };

/** Several parts of a picture ask of the same volume. */
const verdicts = new WeakMap<Volume, LabelVerdict>();

/**
 * Takes what the volume says of itself; else guesses from the voxels, which the file's name may make less strict. Integers are
 * labels where neighbours are mostly alike and, where they are not, have no order: they differ as random pairs do.
 */
export function recognizeLabels(volume: Volume): LabelVerdict {
  const known = verdicts.get(volume);
  if (known) return known;
  const verdict = judge(volume);
  verdicts.set(volume, verdict);
  return verdict;
}

function judge(volume: Volume): LabelVerdict {
  const { meaning } = volume;
  if (meaning === 'values' || meaning === 'statistic' || meaning === 'dose' || volume.colors) return VALUES;
  // One question after the other: each takes longer than those before, and most scans are none by the first.
  const isNamed = meaning === 'perhaps labels';
  const isLarge = volume.voxels.length >= GLANCE_VOXELS;
  if (isLarge && meaning !== 'labels' && isScanAtAGlance(volume, isNamed)) return VALUES;
  const probed = probeValues(volume);
  if (!probed) return VALUES;
  const { values, background } = probed;
  if (values.length === 1 && background < 1) return judgeFew(volume, background);
  if (values.length === 0 || values.at(-1)! < 1) return VALUES;
  if (meaning === 'labels') return { isLabels: true, isGuess: false };
  if (values.length <= BINARY) return { isLabels: true, isGuess: true };
  const agreement = findAgreement(volume, background);
  if (!coversRegions(agreement, isNamed, 1)) return VALUES;
  if (isNamed) return { isLabels: true, isGuess: true };
  const isLabels =
    values.length <= FEW_VALUES
      ? !isGrainy(volume, background, agreement)
      : hasNoOrder(findNeighborOrder(agreement.differing, values));
  return { isLabels, isGuess: true };
}

/** The verdict where probes met the background alone: dots that stand apart, as landmarks do, and masks are labels. */
function judgeFew(volume: Volume, background: number): LabelVerdict {
  const few = probeStride(volume) > 1 ? findFewVoxels(volume, background) : undefined;
  if (!few) return VALUES;
  if (volume.meaning === 'labels') return { isLabels: true, isGuess: false };
  return { isLabels: few.areApart || few.values.size < BINARY, isGuess: true };
}

/** Binary masks may be as thin as they like. */
const BINARY = 2;
/** Least share of neighbours inside that are alike; thin sheets of labels have about this many, scans rarely a third. */
const MIN_ALIKE = { usual: 0.5, named: 0.35 };
/** Largest share of values between those on their sides: 0.02 where regions meet, 0.1 of dots, and 0.3 or more of scans. */
const MAX_BETWEEN = { usual: 0.2, named: 0.3 };

/** One of as many probes of large volumes tells nearly all scans, by a margin that chance does not bridge: 10,000 of them err by 0.01, 1,500 by 0.03. */
const GLANCE_VOXELS = 1_000_000;
const GLANCES = [
  { every: 280, slack: 0.55 },
  { every: 35, slack: 0.8 },
] as const;

const isScanAtAGlance = (volume: Volume, isNamed: boolean): boolean =>
  GLANCES.some(({ every, slack }) => {
    const probed = probeValues(volume, every);
    if (!probed) return true;
    const { values, background } = probed;
    return values.length > BINARY && !coversRegions(findAgreement(volume, background, every), isNamed, slack);
  });

/** @param slack factor of what is asked for. */
function coversRegions({ alike, between }: Agreement, isNamed: boolean, slack: number): boolean {
  const kind = isNamed ? 'named' : 'usual';
  return alike >= slack * MIN_ALIKE[kind] && between <= MAX_BETWEEN[kind] / slack;
}

/** Classes as few as these may be in order, as tissues are by their brightness. */
const FEW_VALUES = 8;
/** Share of grains from which few values are counts, as of photons, or noise in a few steps. */
const MIN_GRAINS = 0.15;
/** Share of neighbours that are alike, beyond which what looks like grains is dots and lines of labels. */
const DOTS_ALIKE = 0.97;

const isGrainy = (volume: Volume, background: number, { alike }: Agreement): boolean =>
  alike < DOTS_ALIKE && grainShare(volume, background) > MIN_GRAINS;

/** Atlases whose neighbours have similar numbers come down to 0.45; scans in few steps, or of large blocks, to less. */
const MIN_DISORDER = 0.4;
const MIN_FAR = 0.5;

const hasNoOrder = ({ disorder, far, pairs }: NeighborOrder): boolean =>
  disorder >= MIN_DISORDER && far >= MIN_FAR && pairs <= MOST_PAIRS;

/** Names of segmentations and atlases; probabilities of tissues (probseg) are values. */
const LABEL_NAME =
  /(?:^|[^a-z])(?:d?seg|segmentations?|labels?|labelmap|masks?|aparc|aseg|parc(?:ellation)?|rois?)(?![a-z])/i;

/** Whether a file, or the folder of a store, is named like labels: a hint, which scans have too. */
export function isLabelName(path: string): boolean {
  const [name, folder = ''] = path.split(/[\\/]/).reverse();
  return (LABEL_NAME.test(name!) || folder.toLowerCase() === 'labels') && !/prob/i.test(name!);
}
