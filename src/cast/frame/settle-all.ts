/** Waits for work that may fail. */

/** Like `Promise.all`, but rejects only once none is under way any more, so that nothing of a failed frame comes after it. */
export async function settleAll<const Promises extends readonly unknown[]>(
  promises: Promises,
): Promise<{ -readonly [Index in keyof Promises]: Awaited<Promises[Index]> }> {
  type Values = { -readonly [Index in keyof Promises]: Awaited<Promises[Index]> };
  // Most often all is there already.
  if (!promises.some((one) => one instanceof Promise)) return promises as Values;
  const outcomes = await Promise.allSettled(promises);
  const values = outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
  return values as Values;
}
