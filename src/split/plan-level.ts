/** Decides how a level of a split shares its items out, from what the adapter can do. */
import type { Gpu } from '../gpu/gpu.js';

/** Most digits of a level: what the workgroup memory that every adapter has, 16 KiB, holds twice. */
export const MAX_DIGITS = 2048;

/**
 * Who has a histogram: each invocation, with a run of items of its own (`runs`), or a workgroup, which takes its items
 * row by row (`rows`).
 */
export type SplitForm = 'runs' | 'rows';

export interface LevelPlan {
  readonly form: SplitForm;
  /** Invocations of a workgroup that scatters, and of one that counts. */
  readonly width: number;
  readonly countWidth: number;
  /** What all items are cut into; with `runs` an invocation takes a piece, with `rows` a workgroup does. */
  readonly pieces: number;
  readonly minPieceItems: number;
  /** Digits that one dispatch takes. */
  readonly digitRange: number;
  /** Whether invocations have their counters in a storage buffer and not in workgroup memory. */
  readonly scratch: boolean;
}

/** SwiftShader shares a dispatch out in 16 parts of 4 lanes; a piece is worth it from about twice its digits on. */
const RUNS = { width: 4, maxPieces: 64, minItemsPerDigit: 2 } as const;
/** Enough workgroups to fill a large GPU several times over; more would only lengthen the matrix. */
const ROWS = { maxWidth: 256, maxPieces: 1024, minPieceItems: 1024 } as const;
/** The paper's 32 threads with 64 bins each, in several dispatches for more bins; in as many workgroups as pay. */
const THREAD_HISTOGRAMS = { width: 32, digitRange: 64, minPieceItems: 64 } as const;
const THREAD_HISTOGRAMS_MAX_PIECES = { software: 16 * 32, hardware: 64 * 32 } as const;

interface Work {
  readonly capacity: number;
  readonly digits: number;
}

/** On the CPU, runs: the barriers of rows cost more there than all else. */
export const chooseForm = (gpu: Gpu, form: SplitForm | 'auto'): SplitForm =>
  form === 'auto' ? (gpu.software ? 'runs' : 'rows') : form;

/** The plan of a level of the multi-level split or the sort. */
export function planLevel(gpu: Gpu, { capacity, digits }: Work, form: SplitForm | 'auto' = 'auto'): LevelPlan {
  if (chooseForm(gpu, form) === 'runs') {
    const { width, maxPieces, minItemsPerDigit } = RUNS;
    const pieces = cutIntoPieces(capacity, maxPieces, minItemsPerDigit * digits);
    return { form: 'runs', width, countWidth: width, digitRange: digits, scratch: true, ...pieces };
  }
  const words = gpu.device.limits.maxComputeWorkgroupStorageSize / 4;
  const countWidth = powerOfTwoUpTo(Math.min(ROWS.maxWidth, gpu.device.limits.maxComputeInvocationsPerWorkgroup));
  // A row of 32 invocations needs a word of members a digit, besides the digit's next place.
  const width = Math.min(countWidth, 32 * powerOfTwoUpTo(words / digits - 1));
  const pieces = cutIntoPieces(capacity, ROWS.maxPieces, ROWS.minPieceItems);
  return { form: 'rows', width, countWidth, digitRange: digits, scratch: false, ...pieces };
}

/** The plan of a level with a histogram for each thread of full workgroups. */
export function planThreadHistograms({ software }: Gpu, { capacity, digits }: Work): LevelPlan {
  const { width, digitRange, minPieceItems } = THREAD_HISTOGRAMS;
  const maxPieces = THREAD_HISTOGRAMS_MAX_PIECES[software ? 'software' : 'hardware'];
  const pieces = cutIntoPieces(capacity, maxPieces, minPieceItems);
  const range = Math.min(digits, digitRange);
  return { form: 'runs', width, countWidth: width, digitRange: range, scratch: software, ...pieces };
}

function cutIntoPieces(
  capacity: number,
  maxPieces: number,
  minPieceItems: number,
): Pick<LevelPlan, 'pieces' | 'minPieceItems'> {
  return { pieces: Math.min(maxPieces, Math.max(1, Math.ceil(capacity / minPieceItems))), minPieceItems };
}

const powerOfTwoUpTo = (limit: number) => 2 ** Math.floor(Math.log2(limit));
