/**
 * Which process serves the local queue: that of the file `server-N.pid` with the highest number, as long as it lives. A process
 * takes over from a dead one by making the file with the next number, which only one can do. Numbers never fall, so that a slow
 * process cannot take a number that others have gone past.
 */
import { link, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeProcess } from '../../node/describe-process.js';

/** @returns whether a process, this one by default, has become the one that serves. It is so until it ends. */
export async function takeServerLock(folder: string, pid = process.pid): Promise<boolean> {
  const own = join(folder, `${pid}.pid`);
  await writeFile(own, await describeProcess(pid), { mode: 0o600 });
  try {
    for (;;) {
      const last = await findLast(folder);
      if (await lives(folder, last)) return false;
      const next = last + 1;
      const made = await link(own, pathOf(folder, next)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
        return 'there is one' as const;
      });
      if (made !== undefined) continue;
      const numbers = await listNumbers(folder);
      // Others went past this number, and removed the file that was there.
      const superseded = Math.max(...numbers) > next;
      const useless = superseded ? [next] : numbers.filter((number) => number < next);
      await Promise.all(useless.map((number) => rm(pathOf(folder, number), { force: true })));
      if (!superseded) return true;
    }
  } finally {
    await rm(own, { force: true });
  }
}

/** Whether a process that lives serves the folder, or is about to. */
export const isServed = async (folder: string): Promise<boolean> => lives(folder, await findLast(folder));

const pathOf = (folder: string, number: number) => join(folder, `server-${number}.pid`);

async function listNumbers(folder: string): Promise<number[]> {
  const names = await readdir(folder);
  return names.flatMap((name) => /^server-(\d+)\.pid$/.exec(name)?.[1] ?? []).map(Number);
}

const findLast = async (folder: string) => Math.max(0, ...(await listNumbers(folder)));

async function lives(folder: string, number: number): Promise<boolean> {
  const described = await readFile(pathOf(folder, number), 'utf8').catch(() => '');
  return described !== '' && described === (await describeProcess(Number.parseInt(described, 10)));
}
