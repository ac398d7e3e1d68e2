/** Recognises neurons by their first line of numbers. */

/** Whether text of seven numbers a line, comments before, is a neuron; other texts of numbers have another first or last one. */
export function isSwc(bytes: Uint8Array): boolean {
  const lines = new TextDecoder('latin1')
    .decode(bytes.subarray(0, 1 << 14))
    .split('\n')
    .slice(0, -1);
  const first = lines.find((line) => !/^\s*(?:#|$)/.test(line));
  return first !== undefined && /^\s*\d+\s+\d+(?:\s+[-+.\deE]+){4}\s+-1\s*$/.test(first);
}
