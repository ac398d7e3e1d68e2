/** Files that come with requests: kept by what is in them, and removed when others need the room. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { type UploadedFile, Uploads } from '../../src/service/uploads.js';

async function* list(...files: readonly (readonly [name: string, content: string])[]): AsyncGenerator<UploadedFile> {
  for (const [name, content] of files) yield { name, content: Readable.from([Buffer.from(content)]) };
}

const removed = (path: string) => expect.poll(() => existsSync(path)).toBe(false);

describe('Uploads', () => {
  it('keeps the same files once, also where they arrive at the same time', async () => {
    const uploads = await Uploads.open(100);
    const both = await Promise.all([1, 2].map(() => uploads.receive(list(['a', 'one'], ['b', 'two']))));
    expect(both[0]!.files).toEqual(both[1]!.files);
    expect(readFileSync(both[1]!.files['b']!, 'utf8')).toBe('two');
    expect(uploads.sizeBytes).toBe(6);
    for (const { release } of both) release();
    const again = await uploads.receive(list(['a', 'one'], ['b', 'two']));
    expect(again.files).toEqual(both[0]!.files);
    const other = await uploads.receive(list(['b', 'one'], ['a', 'two']));
    expect(other.files['a']).not.toBe(again.files['a']);
    expect(readdirSync(uploads.folder)).toHaveLength(2);
  });

  it('removes what was used longest ago, and nothing that a request needs', async () => {
    const uploads = await Uploads.open(10);
    const [first, second, third] = [
      await uploads.receive(list(['a', '12345678'])),
      await uploads.receive(list(['b', '12345678'])),
      await uploads.receive(list(['c', '12345678'])),
    ];
    expect(uploads.sizeBytes).toBe(24);
    second.release();
    await removed(second.files['b']!);
    expect(existsSync(first.files['a']!)).toBe(true);
    third.release();
    await removed(third.files['c']!);
    first.release();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(existsSync(first.files['a']!)).toBe(true);
  });

  it.each(['', '.', '..', '../a', 'a/b', 'a\\b', '.a', 'a\0b', 'a'.repeat(201)])(
    'refuses the name %j',
    async (name) => {
      const uploads = await Uploads.open(10);
      await expect(uploads.receive(list([name, 'x']))).rejects.toThrow('no name that a file can have');
      expect(readdirSync(uploads.folder)).toEqual([]);
    },
  );

  it('leaves nothing of files that end too early', async () => {
    const uploads = await Uploads.open(10);
    async function* broken(): AsyncGenerator<UploadedFile> {
      yield* list(['a', 'whole']);
      yield {
        name: 'b',
        content: Readable.from(
          (async function* () {
            yield Buffer.from('half');
            throw new Error('gone');
          })(),
        ),
      };
    }
    await expect(uploads.receive(broken())).rejects.toThrow('gone');
    expect(readdirSync(uploads.folder)).toEqual([]);
    expect(uploads.sizeBytes).toBe(0);
  });
});
