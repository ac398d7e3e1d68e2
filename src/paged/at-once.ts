/** Runs asynchronous work on many items, a limited number at a time. */

/**
 * Calls `work` for each item, in their order, at most `limit` at a time; nothing new starts after a failure.
 * @throws what `work` threw, once all that was under way has ended.
 */
export async function forEachAtOnce<Item>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  let next = 0;
  let failed = false;
  const take = async () => {
    while (next < items.length && !failed) {
      const item = items[next++]!;
      await work(item).catch((error) => {
        failed = true;
        throw error;
      });
    }
  };
  // Work under way ends first: it must not go on beside what comes after a failure.
  const ends = await Promise.allSettled(Array.from({ length: Math.min(limit, items.length) }, take));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

/**
 * Maps items by `work`, in their order, at most `limit` at a time; nothing new starts after a failure.
 * @throws what `work` threw for the first of the items that it failed at, whichever failed first.
 */
export async function mapAtOnce<Item, Made>(
  items: readonly Item[],
  limit: number,
  work: (item: Item, index: number) => Promise<Made>,
): Promise<Made[]> {
  const made = new Array<Made>(items.length);
  const failures = new Map<number, unknown>();
  const entries = [...items.entries()];
  await forEachAtOnce(entries, limit, async ([index, item]) => {
    try {
      made[index] = await work(item, index);
    } catch (error) {
      failures.set(index, error);
      throw error;
    }
  }).catch(() => {
    throw failures.get(Math.min(...failures.keys()));
  });
  return made;
}
