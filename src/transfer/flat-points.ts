/** Points as the rows of numbers that tables and files hold: "value opacity …" and "value red green blue …". */
import type { ColorPoint, OpacityPoint } from './transfer-function.js';

/** @param numbers a multiple of two. */
export function opacityPoints(numbers: readonly number[]): OpacityPoint[] {
  return rows(numbers, 2).map(([value, opacity]) => ({ value: value!, opacity: opacity! }));
}

/** @param numbers a multiple of four. */
export function colorPoints(numbers: readonly number[]): ColorPoint[] {
  return rows(numbers, 4).map(([value, red, green, blue]) => ({ value: value!, color: [red!, green!, blue!] }));
}

function rows(numbers: readonly number[], length: number): number[][] {
  return Array.from({ length: numbers.length / length }, (_, row) => numbers.slice(row * length, (row + 1) * length));
}
