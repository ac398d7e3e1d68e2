/** Keeps V8's optimizing compiler from taking a quarter of the time of commands that are done in a moment. */
import { setFlagsFromString } from 'node:v8';

/** Eight times the default: hot loops of large inputs are optimized some milliseconds later. */
const BUDGET_BYTES = 528_000;

/**
 * Lets functions run for longer before they are optimized. Node compiles its own modules anew from now on, whose kept code is that
 * of other flags, so that it is for commands that have loaded most of them. V8 from 12 on has no such flag, and a cheaper compiler
 * before the optimizing one.
 */
export function postponeOptimizing(): void {
  if (process.versions.v8.startsWith('11.')) setFlagsFromString(`--interrupt-budget=${BUDGET_BYTES}`);
}
