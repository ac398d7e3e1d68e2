/** Writes a large volume slice by slice: nested wavy shells in empty space, uint16. */

import { once } from 'node:events';
import { createWriteStream } from 'node:fs';

const SHELLS = 6;

/** One slice; values are 0 outside of a ball, and rise towards the middle of each shell within. */
function makeSlice(side: number, k: number, slice: Uint16Array): void {
  const scale = 2 / (side - 1);
  const z = k * scale - 1;
  const waves = Float64Array.from({ length: side }, (_, index) => 0.03 * Math.sin(19 * (index * scale - 1) + 5 * z));
  for (let j = 0; j < side; j++) {
    const y = j * scale - 1;
    const rest = y * y + z * z;
    for (let i = 0; i < side; i++) {
      const x = i * scale - 1;
      const radius = Math.sqrt(x * x + rest) + waves[i]! * (1 + waves[j]!);
      const shell = SHELLS * radius;
      const away = Math.abs(shell - Math.floor(shell) - 0.5);
      slice[i + side * j] = radius < 1 ? Math.max(0, 60_000 * (0.5 - 2 * away) * (1.2 - radius)) : 0;
    }
  }
}

export async function makeVolume(path: string, side: number): Promise<void> {
  const file = createWriteStream(path);
  file.write(`NRRD0004\ntype: ushort\ndimension: 3\nsizes: ${side} ${side} ${side}\nencoding: raw\nendian: little\n\n`);
  for (let k = 0; k < side; k++) {
    const slice = new Uint16Array(side * side);
    makeSlice(side, k, slice);
    if (!file.write(new Uint8Array(slice.buffer))) await once(file, 'drain');
  }
  file.end();
  await once(file, 'finish');
}
