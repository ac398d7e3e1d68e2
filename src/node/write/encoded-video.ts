/** Movies: frames that ffmpeg encodes, where it is installed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from '../../index.js';
import { makeTemporaryFolder } from '../folders/temporary-folder.js';
import { PartialFile } from './partial-file.js';

/** Encoders write pairs of rows and columns. Raw video is of BT.601, and players take that of a file for BT.709. */
const COLORS = [
  ...['-vf', 'crop=trunc(iw/2)*2:trunc(ih/2)*2,scale=in_color_matrix=bt601:out_color_matrix=bt709,format=yuv420p'],
  ...['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', 'tv'],
];

/** Arguments for ffmpeg, by the ending of a movie's name; each looks like the frames. */
const ENCODINGS: Readonly<Record<string, readonly string[]>> = {
  mp4: [...COLORS, '-c:v', 'libx264', '-crf', '16', '-preset', 'medium', '-movflags', '+faststart'],
  webm: [...COLORS, '-c:v', 'libvpx-vp9', '-crf', '20', '-b:v', '0', '-row-mt', '1'],
  // One palette of all frames: others flicker.
  gif: ['-filter_complex', 'split[a][b];[a]palettegen=stats_mode=full[p];[b][p]paletteuse=dither=sierra2_4a'],
};

/** Endings of movies that ffmpeg makes. */
export const ENCODED_VIDEOS = Object.keys(ENCODINGS);

const endingOf = (path: string) => path.replace(/^.*\./s, '').toLowerCase();

/** Whether a file of that name is a movie that ffmpeg makes. */
export const isEncodedVideo = (path: string): boolean => path.includes('.') && ENCODED_VIDEOS.includes(endingOf(path));

/** @throws InputError that names the file, if ffmpeg is not there. */
export async function assertEncodable(path: string): Promise<void> {
  const child = spawn('ffmpeg', ['-version'], { stdio: 'ignore' });
  await once(child, 'exit').catch((cause) => {
    throw new InputError(
      `${path}: is encoded by ffmpeg, which is not there (https://ffmpeg.org); install it, or end the name in .y4m, .apng or .png`,
      { cause },
    );
  });
}

/** Bytes of what ffmpeg says that are kept: the last line is the reason. */
const SAID_BYTES = 4096;

/** A movie that grows frame by frame, of which nothing is seen before it is whole. */
export class EncodedVideo {
  readonly #path: string;
  readonly #folder: string;
  readonly #encoded: string;
  readonly #ffmpeg: ChildProcess;
  readonly #ended: Promise<number | null>;
  #said = '';

  private constructor(path: string, folder: string) {
    this.#path = path;
    this.#folder = folder;
    this.#encoded = join(folder, `movie.${endingOf(path)}`);
    const quiet = ['-hide_banner', '-loglevel', 'error', '-nostdin', '-y'];
    // Equal frames make equal files, which say nothing about who made them and when.
    const plain = ['-map_metadata', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact'];
    const encoding = ENCODINGS[endingOf(path)]!;
    const args = [...quiet, '-f', 'yuv4mpegpipe', '-i', 'pipe:0', '-an', ...encoding, ...plain, this.#encoded];
    // A group of its own: an interrupt from the terminal is ours to handle.
    this.#ffmpeg = spawn('ffmpeg', args, { stdio: ['pipe', 'ignore', 'pipe'], detached: true });
    this.#ffmpeg.stderr!.on('data', (text) => {
      this.#said = `${this.#said}${text}`.slice(-SAID_BYTES);
    });
    // A pipe that breaks is told by the end of the process.
    this.#ffmpeg.stdin!.on('error', () => undefined);
    this.#ended = new Promise((resolve) => {
      this.#ffmpeg.once('error', () => resolve(null));
      this.#ffmpeg.once('close', (code) => resolve(code));
    });
  }

  /** @param path whose ending says how it is encoded; one of `ENCODED_VIDEOS`. */
  static async create(path: string): Promise<EncodedVideo> {
    return new EncodedVideo(path, await makeTemporaryFolder());
  }

  /**
   * Takes more of a stream of YUV4MPEG2.
   * @throws InputError if ffmpeg has ended.
   */
  async write(bytes: Uint8Array): Promise<void> {
    const { stdin } = this.#ffmpeg;
    const isTaken = new Promise<boolean>((resolve) => stdin!.write(bytes, (error) => resolve(!error)));
    if (!(await Promise.race([isTaken, this.#ended.then(() => false)]))) await this.#fail();
  }

  /**
   * Makes it the file, in place of one that was there.
   * @throws InputError if ffmpeg or the file system refuses; it still has to be discarded then.
   */
  async commit(): Promise<void> {
    this.#ffmpeg.stdin!.end();
    if ((await this.#ended) !== 0) await this.#fail();
    const file = await PartialFile.create(this.#path);
    try {
      for await (const bytes of createReadStream(this.#encoded)) await file.write(bytes);
      await file.commit();
    } finally {
      await file.discard();
    }
    await this.discard();
  }

  /** Does nothing once it was committed. */
  async discard(): Promise<void> {
    this.#ffmpeg.kill('SIGKILL');
    await this.#ended;
    await rm(this.#folder, { recursive: true, force: true });
  }

  async #fail(): Promise<never> {
    await this.#ended;
    const reason = this.#said.trim().split('\n').at(-1) || 'it said nothing';
    throw new InputError(`${this.#path}: ffmpeg could not encode it: ${reason}`);
  }
}
