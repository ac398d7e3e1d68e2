/** The axes of NRRD files that are none of space: components and times. */
import { describe, expect, test } from 'vitest';
import { expectSilence } from '../../expect-silence.js';
import { attach, COUNT, encode, rampOf, read, SIZES } from './write-nrrd.js';

expectSilence();

describe('components and times', () => {
  /** The value of a voxel (i, j, k) of component c at time t. */
  const valueAt = (i: number, j: number, k: number, c: number, t: number) =>
    i + 10 * j + 100 * k + 1000 * c + 10000 * t;
  const countOf = { i: SIZES[0], j: SIZES[1], k: SIZES[2], c: 3, t: 2 };

  /** A header and data with the axes in the order of `axes`, fastest first. */
  function write(axes: string, fields: Record<string, string>) {
    const counts = [...axes].map((axis) => countOf[axis as keyof typeof countOf]);
    const values = Array.from({ length: counts.reduce((product, count) => product * count, 1) }, (_, index) => {
      const at = { i: 0, j: 0, k: 0, c: 0, t: 0 };
      let rest = index;
      for (const [axis, count] of counts.entries()) {
        at[axes[axis] as keyof typeof at] = rest % count;
        rest = Math.floor(rest / count);
      }
      return valueAt(at.i, at.j, at.k, at.c, at.t);
    });
    return attach({ dimension: axes.length, sizes: counts.join(' '), ...fields }, encode(values, 'int16'));
  }

  const expected = (c: number, t: number) =>
    Array.from({ length: COUNT }, (_, index) =>
      valueAt(index % 5, Math.floor(index / 5) % 4, Math.floor(index / 20), c, t),
    );

  const directions: Record<string, string> = { i: '(1,0,0)', j: '(0,1,0)', k: '(0,0,1)', c: 'none', t: 'none' };
  const kinds: Record<string, string> = { i: 'domain', j: 'space', k: 'domain', c: 'vector', t: 'time' };
  const spacings: Record<string, string> = { i: '1', j: '1', k: '1', c: 'nan', t: 'NaN' };
  const of = (table: Record<string, string>, axes: string) => [...axes].map((axis) => table[axis]).join(' ');
  const withoutTimes = ['cijk', 'icjk', 'ijck', 'ijkc'];
  const withTimes = ['ijkt', 'itjk', 'tijk'];

  test.each([
    ['3D-masked-symmetric-matrix', 1],
    ['2D-masked-matrix', 1],
    ['3D-symmetric-matrix', 0],
    ['vector', 0],
  ])('of kind %s are shown by component %d unless one is named', async (kind, component) => {
    const bytes = write('cijk', { kinds: `${kind} domain domain domain` });
    const { volume, notes } = await read(bytes);
    expect([...volume.voxels]).toEqual(expected(component, 0));
    expect(notes).toEqual([expect.stringContaining(`took component ${component}, --component takes any of 0 to 2`)]);
    expect([...(await read(bytes, {}, { component: 0 })).volume.voxels]).toEqual(expected(0, 0));
  });

  test.each([
    ...['cijk', 'ijkt', 'cijkt'].map(
      (axes) => [axes, 'space directions', { 'space directions': of(directions, axes) }] as const,
    ),
    ...['cijk', 'ijkt', 'cijkt'].map((axes) => [axes, 'spacings', { spacings: of(spacings, axes) }] as const),
    ...[...withoutTimes, ...withTimes, 'cijkt', 'tijkc', 'ictjk'].map(
      (axes) => [axes, 'kinds', { kinds: of(kinds, axes) }] as const,
    ),
    ...[...withTimes, 'icjkt'].map(
      (axes) =>
        [axes, 'directions and kinds', { 'space directions': of(directions, axes), kinds: of(kinds, axes) }] as const,
    ),
    ['ijkt', 'nothing', {}] as const,
    ['ijkt', 'four domains', { kinds: 'domain domain domain domain' }] as const,
    [
      'ijkt',
      'a space with time',
      { space: 'last', 'space directions': '(1,0,0,0) (0,1,0,0) (0,0,1,0) (0,0,0,9)' },
    ] as const,
  ])('axes %s, told by %s', async (axes, _, fields) => {
    const bytes = write(axes, fields);
    const [components, times] = [axes.includes('c') ? 3 : 1, axes.includes('t') ? 2 : 1];
    for (let component = 0; component < components; component++) {
      for (let time = 0; time < times; time++) {
        const { volume } = await read(bytes, {}, { component, time });
        expect(volume.sizes).toEqual(SIZES);
        expect([...volume.voxels]).toEqual(expected(component, time));
      }
    }
    const { volume, notes } = await read(bytes);
    expect([...volume.voxels]).toEqual(expected(0, 0));
    expect(notes.filter((note) => /3 components.*--component takes any of 0 to 2/.test(note))).toHaveLength(
      components > 1 ? 1 : 0,
    );
    expect(notes.filter((note) => /2 points in time.*--time takes any of 0 to 1/.test(note))).toHaveLength(
      times > 1 ? 1 : 0,
    );
    for (const index of [-1, 3, 0.5, Number.NaN]) {
      await expect(read(bytes, {}, { component: index })).rejects.toThrow(
        /^head\.nrrd: has no component .*--component/,
      );
      await expect(read(bytes, {}, { time: index })).rejects.toThrow(/^head\.nrrd: has no time .*--time/);
    }
  });

  test('axes of one sample say nothing', async () => {
    const data = encode(rampOf('int16'), 'int16');
    for (const sizes of ['1 5 4 3', '5 4 3 1', '1 5 4 3 1']) {
      const { volume, notes } = await read(attach({ dimension: sizes.split(' ').length, sizes }, data));
      expect(volume.sizes).toEqual(SIZES);
      expect([...volume.voxels]).toEqual(rampOf('int16'));
      expect(notes).toEqual([]);
    }
    expect((await read(attach({ sizes: '1 20 3' }, data))).volume.sizes).toEqual([1, 20, 3]);
  });

  test('the components of a matrix count as one axis', async () => {
    const values = Array.from({ length: 6 * COUNT }, (_, index) => index);
    const fields = { dimension: 5, sizes: `2 3 ${SIZES.join(' ')}`, kinds: 'list vector domain domain domain' };
    for (let component = 0; component < 6; component++) {
      const { volume } = await read(attach(fields, encode(values, 'int16')), {}, { component });
      expect([...volume.voxels]).toEqual(values.filter((value) => value % 6 === component));
    }
  });

  test('the first of three axes holds the colours of a picture, where nothing is said of any and it has three or four values', async () => {
    const bytes = Uint8Array.from({ length: 3 * 20 * 16 }, (_, index) => index % 251);
    const bare = (fields: Record<string, string>) =>
      read(attach({ type: 'uint8', sizes: '3 20 16', ...fields }, bytes));
    const { volume, colors, notes } = await bare({});
    expect(volume.sizes).toEqual([20, 16, 1]);
    expect(colors).toBeDefined();
    expect(notes.join()).toMatch(/taken for colours; --component N takes one, and kinds: domain domain domain/);
    for (const said of [{ kinds: 'domain domain domain' }, { spacings: '1 1 1' }, { centers: 'cell cell cell' }]) {
      const { volume: whole, notes } = await bare(said as Record<string, string>);
      expect(whole.sizes).toEqual([3, 20, 16]);
      expect(notes).toEqual([]);
    }
    const few = await read(attach({ type: 'uint8', sizes: '3 20 15' }, bytes.subarray(0, 900)));
    expect(few.volume.sizes).toEqual([3, 20, 15]);
  });

  test('what is infinite is told of what is taken alone', async () => {
    const values = rampOf('float32', 2 * COUNT);
    values[COUNT] = Infinity;
    const bytes = attach({ type: 'float', dimension: 4, sizes: '5 4 3 2' }, encode(values, 'float32'));
    const first = await read(bytes);
    expect([...first.volume.voxels]).toEqual(values.slice(0, COUNT));
    expect(first.notes.join()).not.toMatch(/infinite/);
    const second = await read(bytes, {}, { time: 1 });
    expect([...second.volume.voxels]).toEqual([Number.NaN, ...values.slice(COUNT + 1)]);
    expect(second.notes).toContain('holds 1 infinite value, which is taken for missing, as NaN is');
  });
});
