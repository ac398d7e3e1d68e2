/** Waits for work that may fail. */

/** Like `Promise.all`, but rejects only once none is under way any more, so that nothing of a failed frame comes after it. */
export async function settleAll<const Promises extends readonly unknown[]>(
  promises: Promises,
): Promise<{ -readonly [Place in keyof Promises]: Awaited<Promises[Place]> }> {
  await Promise.allSettled(promises);
  return Promise.all(promises) as Promise<{ -readonly [Place in keyof Promises]: Awaited<Promises[Place]> }>;
}
