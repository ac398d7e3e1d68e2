/** The picture of a coarse copy of the volume, which takes the place of the exact one, unless an older one exists. */
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Frame } from '../../../index.js';
import { encodePicture, writeWholeFile } from '../../../node/index.js';
import { fail } from '../../../recipe/parse/parse-options.js';
import { type FrameSeries, STDOUT } from './choose-frames.js';

export class CoarsePicture {
  readonly #path: string;
  #isThere = false;

  constructor(path: string, series: FrameSeries) {
    CoarsePicture.check(path, series);
    this.#path = path;
  }

  /** @throws InputError for more pictures than one, and for standard output, which keeps all that is written to it. */
  static check(path: string, { several, video }: FrameSeries): void {
    if (several || video || path === STDOUT) fail('--progress: is for one picture in a file');
  }

  readonly write = async (frame: Frame): Promise<void> => {
    if (!this.#isThere && existsSync(this.#path)) return;
    await writeWholeFile(this.#path, await encodePicture(frame, this.#path));
    this.#isThere = true;
  };

  /** Takes it away where there will be no exact one. */
  async remove(): Promise<void> {
    if (this.#isThere) await rm(this.#path, { force: true });
  }
}
