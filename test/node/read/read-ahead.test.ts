/** Files that threads read ahead: the bytes and hashes of those that are volumes of plain voxels, and nothing of others. */
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { computeStatistics, readVolume } from 'tilecast';
import { afterAll, describe, expect, it } from 'vitest';
import { createRandom } from '../../../src/mesh/generators/random.js';

/** As built, since the source has no script of a thread beside it. */
const built: string = new URL('../../../dist/node/index.js', import.meta.url).href;
const { readAhead, openFile, countVoxels, openInputs } = (await import(built)) as typeof import('tilecast/node');

const folder = mkdtempSync(join(tmpdir(), 'tilecast-ahead-'));
afterAll(() => rmSync(folder, { recursive: true }));

const LEAST = 1000;
const SIDE = 24;

function writeNrrd(name: string, fields: string, data: Uint8Array): string {
  const path = join(folder, name);
  const header = `NRRD0004\n${fields}\ndimension: 3\nsizes: ${SIDE} ${SIDE} ${SIDE}\n\n`;
  writeFileSync(path, Buffer.concat([Buffer.from(header), data]));
  return path;
}

function noise(sizeBytes: number): Uint8Array {
  const random = createRandom(sizeBytes);
  return Uint8Array.from({ length: sizeBytes }, () => 256 * random());
}

describe.runIf(availableParallelism() > 1)('files read ahead', () => {
  it.each([
    ['uint8', 1, 'type: uint8\nencoding: raw'],
    ['int16', 2, 'type: int16\nencoding: raw\nendian: little'],
    ['uint16 after its header', 2, 'type: uint16\nencoding: raw\nendian: little\nbyte skip: -1'],
    ['float32', 4, 'type: float\nencoding: raw\nendian: little'],
  ])('have the bytes, the hash and the count of %s', async (name, size, fields) => {
    const data = size === 4 ? new Uint8Array(Float32Array.from(noise(SIDE ** 3)).buffer) : noise(size * SIDE ** 3);
    const path = writeNrrd(`${name}.nrrd`, fields, data);
    const ahead = await readAhead([path], { leastBytes: LEAST });
    const read = await ahead.take(path);
    expect(Buffer.compare(read!.bytes, readFileSync(path))).toBe(0);
    expect(await read!.sha256).toBe(createHash('sha256').update(readFileSync(path)).digest('hex'));
    const opened = await openFile(path, { ahead: await readAhead([path], { leastBytes: LEAST }) });
    expect(await opened.sha256()).toBe(await read!.sha256);
    expect(opened.files()).toEqual([path]);
    const { volume } = await readVolume(opened.source);
    expect(volume.voxels.buffer).toBe(opened.source.bytes.buffer);
    expect(await countVoxels(volume, LEAST)).toEqual(computeStatistics(volume));
    // Voxels may change in place: what threads counted of them is good for once.
    volume.voxels.fill(7, 50);
    expect(await countVoxels(volume, LEAST)).toEqual(computeStatistics(volume));
  });

  it.each([
    ['big-endian', 'type: int16\nencoding: raw\nendian: big', 2 * SIDE ** 3],
    ['too long', 'type: uint8\nencoding: raw', SIDE ** 3 + 1],
    ['too short', 'type: uint8\nencoding: raw', SIDE ** 3 - 1],
    ['compressed', 'type: uint8\nencoding: gzip', SIDE ** 3],
    ['broken', 'type: uint8\nencoding: raw\nsizes: none', SIDE ** 3],
    ['elsewhere', 'type: uint8\nencoding: raw\ndata file: other.raw', SIDE ** 3],
  ])('are none that are %s', async (name, fields, sizeBytes) => {
    const path = writeNrrd(`${name}.nrrd`, fields, noise(sizeBytes));
    expect(await (await readAhead([path], { leastBytes: LEAST })).take(path)).toBeUndefined();
  });

  it('can be read once more while they are, in any order, until they are closed', async () => {
    const path = writeNrrd('twice.nrrd', 'type: int16\nencoding: raw\nendian: little', noise(2 * SIDE ** 3));
    const floats = writeNrrd('floats.nrrd', 'type: float\nencoding: raw\nendian: little', noise(4 * SIDE ** 3));
    const ahead = await readAhead([path, floats], { leastBytes: LEAST, counts: false });
    const piece = new Uint8Array(100);
    const reading = ahead.use(path, async ({ sizes, voxels }, read) => {
      expect([sizes, voxels.length]).toEqual([[SIDE, SIDE, SIDE], SIDE ** 3]);
      await read(piece, 2000);
      await expect(read(new Uint8Array(2), 2 * SIDE ** 3 - 1)).rejects.toThrow(/cut short/);
    });
    ahead.close();
    await reading;
    expect(
      Buffer.compare(
        piece,
        readFileSync(path)
          .subarray(-2 * SIDE ** 3)
          .subarray(2000, 2100),
      ),
    ).toBe(0);
    // Floats may be NaN.
    expect(ahead.use(floats, async () => undefined)).toBeUndefined();
    const { volume } = await readVolume((await openFile(path, { ahead })).source);
    expect(await countVoxels(volume, LEAST)).toEqual(computeStatistics(volume));
    await expect(ahead.use(path, async () => undefined)).rejects.toThrow(/closed/);
  });

  it('fail those who read them once they are abandoned, and wait for them', async () => {
    const path = writeNrrd('abandoned.nrrd', 'type: uint8\nencoding: raw', noise(SIDE ** 3));
    const ahead = await readAhead([path], { leastBytes: LEAST });
    let isReading = true;
    const reading = ahead.use(path, async (_, read) => {
      for (;;) await read(new Uint8Array(1000), 0);
    })!;
    reading.catch(() => {
      isReading = false;
    });
    await ahead.abandon();
    expect(isReading).toBe(false);
    await expect(reading).rejects.toThrow(/abandoned/);
    ahead.close();
  });

  it('are no folders, devices, nor what is not there', async () => {
    symlinkSync('/dev/zero', join(folder, 'zero.nrrd'));
    const paths = [folder, join(folder, 'zero.nrrd'), join(folder, 'none.nrrd'), 'https://example.org/scan.nrrd', '-'];
    const ahead = await readAhead(paths, { leastBytes: LEAST });
    for (const path of paths) expect(await ahead.take(path)).toBeUndefined();
  });

  it('count for nothing where files must lie somewhere', async () => {
    const path = writeNrrd('inside.nrrd', 'type: uint8\nencoding: raw', noise(SIDE ** 3));
    const ahead = await readAhead([path], { leastBytes: LEAST });
    await expect(openInputs([path], { within: [join(folder, '..', 'tilecast')], ahead })).rejects.toThrow();
    const [opened] = await openInputs([path], { within: [folder], ahead });
    expect('source' in opened! && opened.source.bytes.buffer instanceof ArrayBuffer).toBe(true);
  });

  it('are left to the process where they become shorter meanwhile', async () => {
    const path = writeNrrd('shrinks.nrrd', 'type: uint8\nencoding: raw', noise(SIDE ** 3));
    const reading = readAhead([path], { leastBytes: LEAST });
    // While threads start, or never: the bytes are all there, or none.
    truncateSync(path, 5000);
    const read = await (await reading).take(path);
    if (read) expect(read.bytes.length).toBeGreaterThan(SIDE ** 3);
    const { source } = await openFile(path, { ahead: await readAhead([path], { leastBytes: LEAST }) });
    await expect(readVolume(source)).rejects.toThrow(/shrinks\.nrrd: has \d+ bytes of data/);
  });
});
