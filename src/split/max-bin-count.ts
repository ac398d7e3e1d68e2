/** How many bins splits can have. */

/** Most digits of a level whose counters lie in a workgroup: what the workgroup memory that every adapter has, 16 KiB, holds twice. */
export const MAX_DIGITS = 2048;

/** Most bins of a split, as in the paper. */
export const MAX_BIN_COUNT = MAX_DIGITS * MAX_DIGITS;
