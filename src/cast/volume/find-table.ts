/** The transfer functions' tables, which take milliseconds to bake: each is kept as long as its transfer function. */
import { bakeTransferTable, type TransferTable } from '../../transfer/table/transfer-table.js';
import type { TransferFunction } from '../../transfer/transfer-function.js';
import { cached } from '../frame/cached.js';

const tables = new WeakMap<TransferFunction, Map<number, TransferTable>>();

export function findTable(transfer: TransferFunction, minCells: number): TransferTable {
  const byCells = cached(tables, transfer, () => new Map<number, TransferTable>());
  return cached(byCells, minCells, () => bakeTransferTable(transfer, { minCells }));
}
