/** How long tests of pages wait. */

/** Bounds hangs, and says nothing of speed: a machine with much else to do may take minutes for a picture. */
export const LONGEST_WAIT_MS = 240_000;
