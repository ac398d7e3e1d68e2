/** Annotations of FreeSurfer, of four vertices and three regions. */

const int = (value: number) => {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setInt32(0, value);
  return [...bytes];
};
const text = (name: string) => [...int(name.length + 1), ...new TextEncoder().encode(name), 0];
const REGIONS = [
  { name: 'unknown', rgb: [25, 5, 25], index: 0 },
  { name: 'bankssts', rgb: [25, 100, 40], index: 1 },
  { name: 'cuneus', rgb: [220, 20, 100], index: 5 },
] as const;
const codeOf = ([red, green, blue]: readonly [number, number, number]) => red + 256 * green + 65536 * blue;
/** Vertices in another order than theirs; the third has a colour that is none's. */
const VERTICES = [
  [1, codeOf(REGIONS[2].rgb)],
  [0, codeOf(REGIONS[1].rgb)],
  [3, codeOf(REGIONS[0].rgb)],
  [2, 77],
] as const;

export function writeAnnotation(version: 1 | 2): Uint8Array<ArrayBuffer> {
  const head = [...int(4), ...VERTICES.flatMap(([vertex, code]) => [...int(vertex), ...int(code)]), ...int(1)];
  const rows = REGIONS.map(({ name, rgb, index }) => ({ index, row: [...text(name), ...rgb.flatMap(int), ...int(0)] }));
  const table =
    version === 2
      ? [
          ...int(-2),
          ...int(6),
          ...text('aparc.ctab'),
          ...int(3),
          ...rows.flatMap(({ index, row }) => [...int(index), ...row]),
        ]
      : [...int(3), ...text('aparc.ctab'), ...rows.flatMap(({ row }) => row)];
  return Uint8Array.from([...head, ...table]);
}
