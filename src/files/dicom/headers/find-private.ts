/** Finds private attributes by the name of who reserved their block (PS3.5, section 7.8.1). */
import type { Attribute, DataSet } from './data-set.js';

/** @param element within the block. @returns undefined where nobody of that name has reserved one. */
export function findPrivate(
  dataSet: DataSet,
  group: number,
  creator: string,
  element: number,
  vr: string,
): Attribute | undefined {
  for (let block = 0x10; block < 0x20; block++) {
    if (dataSet.string({ tag: group * 0x10000 + block, vr: 'LO' }) !== creator) continue;
    return { tag: group * 0x10000 + block * 0x100 + element, vr };
  }
  return undefined;
}
