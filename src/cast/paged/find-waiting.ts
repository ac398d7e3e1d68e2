/** Finds the pages that rays wait for, among possibly millions of pages of a volume, in each round. */

/**
 * Eight words at a time, since hardly any ray waits where there are many pages.
 * @param requests a word a page: rays that wait for it; its memory begins where a word may.
 * @returns the rays by page, in ascending order of the pages.
 */
export function findWaiting({ buffer, byteOffset, byteLength }: Uint8Array): Map<number, number> {
  const words = new Int32Array(buffer, byteOffset, byteLength >> 2);
  const waiting = new Map<number, number>();
  const add = (page: number) => {
    if (words[page] !== 0) waiting.set(page, words[page]! >>> 0);
  };
  const end = words.length - (words.length % 8);
  for (let page = 0; page < end; page += 8) {
    const near = words[page]! | words[page + 1]! | words[page + 2]! | words[page + 3]!;
    const far = words[page + 4]! | words[page + 5]! | words[page + 6]! | words[page + 7]!;
    if ((near | far) !== 0) for (let at = page; at < page + 8; at++) add(at);
  }
  for (let page = end; page < words.length; page++) add(page);
  return waiting;
}
