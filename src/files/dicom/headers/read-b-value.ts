/** The b-value of diffusion images in the private attributes of the scanners that do not say it in the public one. */
import { readCsaNumbers } from './csa-header.js';
import type { DataSet } from './data-set.js';
import { findPrivate } from './find-private.js';

/** Scanners' names for themselves, and where each says it. */
const PRIVATE: readonly (readonly [group: number, creator: string, element: number, vr: string])[] = [
  [0x0019, 'SIEMENS MR HEADER', 0x0c, 'IS'],
  [0x0043, 'GEMS_PARM_01', 0x39, 'IS'],
  [0x2001, 'Philips Imaging DD 001', 0x03, 'FL'],
  [0x0065, 'Image Private Header', 0x09, 'FD'],
];

/** GE adds 10^9 to b-values of some protocols: what is above five digits is no b-value. */
const GE_MODULUS = 1e5;

/** The b-value in s/mm²; undefined where nothing says it. */
export function readPrivateBValue(dataSet: DataSet): number | undefined {
  for (const [group, creator, element, vr] of PRIVATE) {
    const attribute = findPrivate(dataSet, group, creator, element, vr);
    const value = attribute && dataSet.number(attribute);
    if (value === undefined || !(value >= 0)) continue;
    return creator.startsWith('GEMS') ? value % GE_MODULUS : value;
  }
  const csa = findPrivate(dataSet, 0x0029, 'SIEMENS CSA HEADER', 0x10, 'OB');
  const header = csa && dataSet.bytes(csa);
  return header && readCsaNumbers(header, 'B_value')[0];
}
