/** Table 1 of Patidar and Narayanan, "Ray Casting Deformable Models on the GPU": milliseconds on an NVIDIA 8800 GTX. */

export const METHODS = ['global atomics', 'thread histograms', '1 level', '2 levels', '3 levels'] as const;
export type Method = (typeof METHODS)[number];

/** Rows in the order of the methods; a dash where the paper has none. */
const ROWS = `
bins    | 1M                     | 4M                  | 16M
32      | 238  2.9 2.5  -   -    | 950 25  11 -  -     | 3815 164  90  -   -
64      | 170  3.6 2.73 -   -    | 673 28  25 -  -     | 2684 180  109 -   -
128     | 85   14  2.78 -   -    | 340 46  25 -  -     | 1370 213  148 -   -
256     | 44   27  2.87 -   -    | 177 88  26 -  -     | 710  343  168 -   -
512     | 33   53  2.9  6.5 -    | 132 173 25 39 -     | 520  652  169 186 -
1024    | 23   104 3.38 6.4 10   | 101 340 25 39 44    | 393  1284 172 183 215
2048    | 21   205 4.3  5.5 8.3  | 80  666 26 37 41    | 319  2514 158 225 205
4096    | 17   -   -    5.4 7.5  | 68  -   -  44 37    | 266  -    -   249 184
8192    | 15   -   -    5.7 6.8  | 58  -   -  40 40    | 273  -    -   270 198
16384   | 14   -   -    5.6 6.3  | 57  -   -  39 37    | 279  -    -   288 209
32768   | 15   -   -    5.5 6.4  | 59  -   -  37 35    | 286  -    -   241 217
65536   | 15.5 -   -    5.7 6.4  | 64  -   -  37 36    | 305  -    -   234 225
131072  | 15.3 -   -    6.0 6.2  | 62  -   -  32 37    | 303  -    -   216 222
262144  | 15.7 -   -    9.0 6.2  | 67  -   -  38 38    | 303  -    -   221 221
524288  | 15.5 -   -    12  6.1  | 64  -   -  39 38    | 301  -    -   222 225
`;

const [, ...rows] = ROWS.trim()
  .split('\n')
  .map((line) => line.split('|').map((part) => part.trim()));

export const BIN_COUNTS = rows.map(([bins]) => Number(bins));
export const MILLIONS = [1, 4, 16] as const;

/** Milliseconds, where the paper has them. */
export function paperMs(millions: (typeof MILLIONS)[number], binCount: number, method: Method): number | undefined {
  const cells = rows[BIN_COUNTS.indexOf(binCount)]?.[1 + MILLIONS.indexOf(millions)]?.split(/\s+/);
  const cell = cells?.[METHODS.indexOf(method)];
  return cell === undefined || cell === '-' ? undefined : Number(cell);
}
