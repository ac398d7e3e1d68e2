/** The transfer functions' tables, which take milliseconds to bake: each is kept as long as its transfer function. */
import { bakeTransferTable, type TransferTable } from '../../transfer/table/transfer-table.js';
import type { TransferFunction } from '../../transfer/transfer-function.js';
import { found } from '../frame/found.js';

const tables = new WeakMap<TransferFunction, Map<number, TransferTable>>();

export function findTable(transfer: TransferFunction, minCells: number): TransferTable {
  const byCells = found(tables, transfer, () => new Map<number, TransferTable>());
  return found(byCells, minCells, () => bakeTransferTable(transfer, { minCells }));
}
