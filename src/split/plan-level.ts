/** Decides how a level of a split distributes its items, from what the adapter can do. */
import { type ByAdapter, chooseByAdapter } from '../gpu/adapter-traits.js';
import type { Gpu } from '../gpu/gpu.js';
import { MAX_DIGITS } from './max-bin-count.js';

/**
 * Owners of histograms: each invocation, with a run of items of its own (`runs`), or a workgroup, which takes its items
 * row by row and writes each to its place (`rows`), or by loads that it sorts in its memory and writes in runs (`staged`).
 */
export type SplitForm = 'runs' | 'rows' | 'staged';

export interface LevelPlan {
  readonly form: SplitForm;
  /** Invocations of a workgroup that scatters, and of one that counts. */
  readonly width: number;
  readonly countWidth: number;
  /**
   * The number of pieces that all items are cut into; with `runs` an invocation takes a piece, with `rows` a workgroup does.
   */
  readonly pieces: number;
  readonly minPieceItems: number;
  /** Digits that one dispatch takes. */
  readonly digitRange: number;
  /** Whether invocations have their counters in a storage buffer and not in workgroup memory. */
  readonly scratch: boolean;
  /** How a workgroup ranks the items of a row, or of a load. */
  readonly ranks?: RankPlan;
}

export interface RankPlan {
  /** Whether subgroups vote, and whether none has more than 32 invocations. */
  readonly ballots: boolean;
  readonly narrow: boolean;
  /** Words of workgroup memory that ranks take; with votes, which of them and a load need more. */
  readonly words: number;
  /** Items of an invocation in a load. */
  readonly rows: number;
}

/** SwiftShader divides a dispatch into 16 parts of 4 lanes; a piece pays from about twice its digits on. */
const RUNS = { width: 4, maxPieces: 64, minItemsPerDigit: 2 } as const;
/**
 * Counters of invocations lie in a buffer, so that more digits cost hardly more than fewer: a level of 8192 takes 0.4 to 0.95 of the time
 * of two levels, and has three kernels less to compile. With 16,384 and a million pairs llvmpipe takes 1.3 times as long.
 */
const RUNS_MAX_DIGITS: ByAdapter<number> = { gpu: MAX_DIGITS, llvmpipe: 2 ** 13, swiftshader: 2 ** 14 };
/** Enough workgroups to fill a large GPU several times over; more would only lengthen the matrix. */
const ROWS = { maxWidth: 256, maxPieces: 1024, minPieceItems: 1024 } as const;
/** More digits make runs of a load hardly longer than an item. */
const STAGED = { maxDigits: 512, maxWidth: 512, maxRows: 16, minRows: 4 } as const;
/**
 * A piece is a load where subgroups vote. Rows are what an H100's registers hold for three workgroups at a time: 8 rows take 1.06 of
 * the time, 12 and 15 rows 1.25, 256 invocations of 16 rows 1.13, all with their keys in registers (32-bit sort of 16 M pairs).
 */
const TILES = { widths: [512, 256, 128, 64, 32], rows: 10, maxPieces: 16_384 } as const;
/** The paper's 32 threads with 64 bins each, in several dispatches for more bins; in as many workgroups as pay. */
const THREAD_HISTOGRAMS = { width: 32, digitRange: 64, minPieceItems: 64 } as const;
const THREAD_HISTOGRAMS_MAX_PIECES = { gpu: 64 * 32, llvmpipe: 16 * 32, swiftshader: 16 * 32 } as const;

interface Work {
  readonly capacity: number;
  readonly digits: number;
}

/** On the CPU, `runs`: the barriers of `rows` cost more there than everything else. */
const FORM: ByAdapter<SplitForm> = { gpu: 'staged', llvmpipe: 'runs', swiftshader: 'runs' };

/** The fewest levels for a number of bins: on SwiftShader, one more level costs more than fewer bins a level save. */
export const fewestLevels = (binCount: number, maxDigits = MAX_DIGITS) =>
  Math.max(1, Math.ceil(Math.log2(binCount) / Math.log2(maxDigits)));

/**
 * Levels for a number of bins. On an H100 two staged ones take 0.3 of the time of one that is not (2048 bins, 16 M pairs); three
 * were not measured.
 */
export function chooseLevels(gpu: Pick<Gpu, 'traits'>, binCount: number, form: SplitForm | 'auto'): number {
  const staged = fewestLevels(binCount, STAGED.maxDigits);
  return chooseForm(gpu, form) === 'staged' && staged <= 2 ? staged : fewestLevels(binCount, maxDigitsOf(gpu, form));
}

/** Most digits of a level of the multi-level split. */
export const maxDigitsOf = (gpu: Pick<Gpu, 'traits'>, form: SplitForm | 'auto'): number =>
  chooseForm(gpu, form) === 'runs' ? chooseByAdapter(gpu.traits, RUNS_MAX_DIGITS) : MAX_DIGITS;

const chooseForm = ({ traits }: Pick<Gpu, 'traits'>, form: SplitForm | 'auto'): SplitForm =>
  form === 'auto' ? chooseByAdapter(traits, FORM) : form;

/** The plan of a level of the multi-level split or the sort. */
export function planLevel(gpu: Gpu, { capacity, digits }: Work, form: SplitForm | 'auto' = 'auto'): LevelPlan {
  const chosen = chooseForm(gpu, form);
  if (chosen === 'runs') {
    const { width, maxPieces, minItemsPerDigit } = RUNS;
    const pieces = cutIntoPieces(capacity, maxPieces, minItemsPerDigit * digits);
    return { form: 'runs', width, countWidth: width, digitRange: digits, scratch: true, ...pieces };
  }
  const words = gpu.device.limits.maxComputeWorkgroupStorageSize / 4;
  const countWidth = powerOfTwoUpTo(Math.min(ROWS.maxWidth, gpu.device.limits.maxComputeInvocationsPerWorkgroup));
  const ranks = chosen === 'staged' ? (planTiles(gpu, digits) ?? planRanks(gpu, digits)) : undefined;
  if (ranks) {
    const maxPieces = ranks.ballots ? TILES.maxPieces : ROWS.maxPieces;
    const pieces = cutIntoPieces(capacity, maxPieces, ranks.rows * ranks.width);
    return { form: 'staged', width: ranks.width, countWidth, digitRange: digits, scratch: false, ranks, ...pieces };
  }
  // A row of 32 invocations needs a word of members a digit, besides the digit's next place.
  const width = Math.min(countWidth, 32 * powerOfTwoUpTo(words / digits - 1));
  const pieces = cutIntoPieces(capacity, ROWS.maxPieces, ROWS.minPieceItems);
  return { form: 'rows', width, countWidth, digitRange: digits, scratch: false, ...pieces };
}

type StagedPlan = RankPlan & { readonly width: number };

/** The largest workgroup that its memory is enough for; undefined where there is none, or no subgroups to vote. */
function planTiles(gpu: Gpu, digits: number): StagedPlan | undefined {
  const { maxComputeWorkgroupStorageSize, maxComputeInvocationsPerWorkgroup } = gpu.device.limits;
  const sizes = gpu.has('subgroups') ? gpu.traits.subgroupSizes : undefined;
  if (!sizes || digits > STAGED.maxDigits) return undefined;
  const { rows } = TILES;
  for (const width of TILES.widths) {
    const words = Math.max((width / sizes.least) * digits, rows * width);
    // The digits' places in the tile and in the output, and the totals of subgroups.
    const others = 2 * digits + width / LEAST_SUBGROUP + ALIGNMENT_WORDS;
    const fits = 4 * (words + others) <= maxComputeWorkgroupStorageSize && width <= maxComputeInvocationsPerWorkgroup;
    if (fits && width >= Math.max(digits, sizes.most)) {
      return { width, ballots: true, narrow: sizes.most <= 32, words, rows };
    }
  }
  return undefined;
}

/** The workgroup with the largest loads; undefined where workgroup memory is too small, or digits are too many. */
function planRanks(gpu: Gpu, digits: number): StagedPlan | undefined {
  if (digits > STAGED.maxDigits) return undefined;
  const { maxComputeWorkgroupStorageSize, maxComputeInvocationsPerWorkgroup } = gpu.device.limits;
  const words = maxComputeWorkgroupStorageSize / 4;
  let best: StagedPlan | undefined;
  const widest = powerOfTwoUpTo(Math.min(STAGED.maxWidth, maxComputeInvocationsPerWorkgroup));
  for (let width = widest; width >= LEAST_WIDTH; width /= 2) {
    const rankWords = (width / 32) * digits;
    // The destinations and starts of digits, their items, the scan of their counts.
    const others = 3 * digits + 2 * width;
    const rows = Math.min(STAGED.maxRows, Math.floor((words - rankWords - others) / width));
    if (rows >= STAGED.minRows && rows * width > (best ? best.rows * best.width : 0)) {
      best = { width, ballots: false, narrow: false, words: rankWords, rows };
    }
  }
  return best;
}

const LEAST_SUBGROUP = 4;

/** Most bits of a sort's digit, down to those for which subgroups that are small still find room to vote. */
const SORT_DIGIT_BITS = { runs: 11, rows: 8, staged: 8 } as const;
const LEAST_STAGED_BITS = 5;

/** Bits of a sort's digit. Runs: measured on SwiftShader. Rows: what leaves room for 256 invocations. */
export function chooseDigitBits(gpu: Gpu, form: SplitForm | 'auto'): number {
  const chosen = chooseForm(gpu, form);
  const most = SORT_DIGIT_BITS[chosen];
  for (let bits: number = most; chosen === 'staged' && bits >= LEAST_STAGED_BITS; bits--) {
    if (planTiles(gpu, 2 ** bits)) return bits;
  }
  return most;
}

const LEAST_WIDTH = 32;
const ALIGNMENT_WORDS = 4;

/** The plan of a level with a histogram for each thread of full workgroups. */
export function planThreadHistograms({ traits }: Gpu, { capacity, digits }: Work): LevelPlan {
  const { width, digitRange, minPieceItems } = THREAD_HISTOGRAMS;
  const maxPieces = chooseByAdapter(traits, THREAD_HISTOGRAMS_MAX_PIECES);
  const pieces = cutIntoPieces(capacity, maxPieces, minPieceItems);
  const range = Math.min(digits, digitRange);
  return { form: 'runs', width, countWidth: width, digitRange: range, scratch: traits.kind !== 'gpu', ...pieces };
}

function cutIntoPieces(
  capacity: number,
  maxPieces: number,
  minPieceItems: number,
): Pick<LevelPlan, 'pieces' | 'minPieceItems'> {
  return { pieces: Math.min(maxPieces, Math.max(1, Math.ceil(capacity / minPieceItems))), minPieceItems };
}

const powerOfTwoUpTo = (limit: number) => 2 ** Math.floor(Math.log2(limit));
