/** The answer to one request: with the lines that the command line would say, and without the folders of the service. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { InputError } from '../../index.js';
import type { WorkerFiles } from '../farm/worker-files.js';
import { redirectLines } from '../say.js';
import { hideFolders } from './recipe-files.js';
import type { PictureAnswer, PictureRequest } from './requests.js';

const heard = new AsyncLocalStorage<Set<string>>();

/** @param work gets the set to which the lines are added that it says. */
export function hearLines<T>(work: (lines: Set<string>) => Promise<T>): Promise<T> {
  redirectLines(() => {
    const lines = heard.getStore();
    return lines && ((line) => lines.add(line));
  });
  const lines = new Set<string>();
  return heard.run(lines, () => work(lines));
}

/** @throws whatever the work does. */
export function answerRequest<Answer extends Omit<PictureAnswer, 'notes'>>(
  { uploads }: PictureRequest,
  files: WorkerFiles,
  work: (notes: Set<string>) => Promise<Answer>,
): Promise<Answer & Pick<PictureAnswer, 'notes'>> {
  const clean = (line: string) => hideFolders(line, files, uploads);
  return hearLines(async (notes) => {
    try {
      const answer = await work(notes);
      return { ...answer, notes: [...notes].map(clean) };
    } catch (cause) {
      throw cause instanceof InputError ? new InputError(clean(cause.message), { cause }) : cause;
    }
  });
}
