/** Files that are open: read again where another part of them is wanted, and no others. */
import { beforeEach, expect, it } from 'vitest';
import { createVolume, InputError } from '../../../src/index.js';
import type { ReadInput } from '../../../src/viewer/data/files/load-files.js';
import type { FileSelection } from '../../../src/viewer/data/files/selection.js';
import type { ViewerFile } from '../../../src/viewer/data/files/viewer-file.js';
import { type LoadOutcome, OpenedFiles, type OpenFilesOptions } from '../../../src/viewer/data/opened-files.js';
import { EMPTY_DATA, type ViewerData } from '../../../src/viewer/data/viewer-data.js';

const file = (name: string): ViewerFile => ({ name, source: new Blob([name]) });
const scan = () => createVolume({ sizes: [1, 1, 1], voxels: new Uint8Array(1) });

/** What was read, with the time point that was asked for. */
let reads: [string, number | undefined][];
let opened: OpenedFiles;

beforeEach(() => {
  reads = [];
  let data: ViewerData = EMPTY_DATA;
  let inputs: ReadInput[] = [];
  opened = new OpenedFiles({
    get data() {
      return data;
    },
    get inputs() {
      return inputs;
    },
    prefetch: () => undefined,
    /** Files are volumes but for those that are named after meshes; the text and the tenth time point cannot be read. */
    load: async (
      files: readonly ViewerFile[],
      { time }: FileSelection,
      { add, overlays }: OpenFilesOptions,
    ): Promise<LoadOutcome> => {
      reads.push([files.map(({ name }) => name).join(' '), time]);
      if (files.some(({ name }) => name === 'text') || time === 10) throw new InputError('cannot be read');
      const hasVolume = files.some(({ name }) => !name.startsWith('mesh'));
      const isOver = overlays === true && data.volume !== undefined;
      if (isOver && files.some(({ name }) => name.startsWith('far'))) return 'apart';
      if (hasVolume && !isOver) data = { ...data, volume: scan() };
      const read = files.map(
        ({ name }): ReadInput => ({ path: name, kind: name.startsWith('mesh') ? 'mesh' : 'volume' }),
      );
      const stay = add ? inputs.filter(({ kind }) => kind === 'mesh' || !hasVolume || isOver) : [];
      inputs = [...stay, ...read];
      return 'shown';
    },
  });
});

it('are read again without what could not be shown, and without a volume whose place another took', async () => {
  await opened.open([file('a'), file('mesh')], {});
  await expect(opened.open([file('text')], { add: true })).rejects.toThrow('cannot be read');
  await opened.open([file('mesh b')], { add: true });
  await opened.select({ time: '1' });
  expect(reads.at(-1)).toEqual(['a mesh mesh b', 1]);
  await opened.open([file('c')], { add: true });
  await opened.select({ time: '1' });
  expect(reads.at(-1)).toEqual(['mesh mesh b c', 1]);
});

it('are listed where another volume took their place, and change places with it', async () => {
  const listed = () => opened.aside.map(({ files }) => files.map(({ name }) => name).join(' '));
  await opened.open([file('a'), file('mesh')], {});
  await opened.select({ time: '2' });
  await opened.open([file('b')], { add: true });
  expect(listed()).toEqual(['a']);
  await opened.showAside(opened.aside[0]!);
  expect(reads.at(-1)).toEqual(['a', 2]);
  expect(listed()).toEqual(['mesh b']);
  expect(opened.selection).toEqual({ time: '2' });
  await opened.open([file('c')], {});
  expect(listed()).toEqual([]);
});

it('are added to those that are shown, or listed where they lie elsewhere', async () => {
  await opened.open([file('a')], {});
  await opened.select({ time: '2' });
  await opened.open([file('b')], { add: true, overlays: true });
  expect(reads.at(-1)).toEqual(['b', undefined]);
  await opened.open([file('far')], { add: true, overlays: true });
  expect(opened.files.map(({ name }) => name)).toEqual(['a', 'b']);
  expect(opened.aside.map(({ files, wasShown }) => [files[0]!.name, wasShown])).toEqual([['far', false]]);
  await opened.select({ time: '3' });
  expect(reads.at(-1)).toEqual(['a b', 3]);
});

it('begin with what was said of all of them, whatever was chosen of others', async () => {
  await opened.begin({ time: '2' });
  await opened.open([file('a')], {});
  await opened.select({ time: '3' });
  await opened.open([file('b')], { add: true });
  expect(reads.map(([, time]) => time)).toEqual([2, 3, 2]);
  expect(opened.selection).toEqual({ time: '2' });
});

it('are opened at the part that was chosen while none were, as a view that waits for them does', async () => {
  await opened.select({ time: '4' });
  await opened.open([file('a')], { add: true });
  expect(reads).toEqual([['a', 4]]);
  expect(opened.selection).toEqual({ time: '4' });
  await opened.open([file('b')], {});
  expect(reads.at(-1)).toEqual(['b', undefined]);
});

it('stay as they are where there is no such part', async () => {
  await opened.open([file('a')], {});
  await opened.select({ time: '3' });
  await expect(opened.select({ time: '10' })).rejects.toThrow('cannot be read');
  expect(opened.selection).toEqual({ time: '3' });
  const count = reads.length;
  await opened.select({ time: '3' });
  expect(reads).toHaveLength(count);
});

it('are those that somebody meant: what operating systems leave beside them is not read', async () => {
  await opened.open([file('scans/__MACOSX/._a'), file('scans/a'), file('scans/.DS_Store')], {});
  expect(reads).toEqual([['scans/a', undefined]]);
  await expect(opened.open([file('._a')], {})).rejects.toThrow('holds only files that operating systems leave behind');
});

it('are shown as another thing: first, over the first, or as its labels', async () => {
  await opened.open([file('a'), file('b'), file('mesh')], {});
  await opened.showAs('b', 'volume');
  expect(reads.at(-1)![0]).toBe('b a mesh');
  await opened.showAs('b', 'labels');
  expect(reads.at(-1)![0]).toBe('a mesh b');
  const before = reads.length;
  await opened.showAs('none', 'volume');
  expect(reads.length).toBe(before);
});
