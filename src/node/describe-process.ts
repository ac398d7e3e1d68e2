/** Processes as others can tell them apart, also after their ids were used again. */
import { readFile } from 'node:fs/promises';

/**
 * A process by its id, and on Linux by when it was started: ids are used again. Empty if it is gone.
 */
export async function describeProcess(pid: number): Promise<string> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return '';
  }
  // The name in parentheses may hold spaces and parentheses; the start is the 22nd field of all.
  const fields = (await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')).split(') ').at(-1)!.split(' ');
  return `${pid} ${fields[19] ?? ''}`;
}
