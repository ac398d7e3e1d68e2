/** Pictures besides those on the canvas: saved, picked, measured and shown small. */
import {
  type Camera,
  DeviceError,
  type FrameStats,
  type Gpu,
  type ImageSize,
  type PartialScene,
  previewScene,
  type Renderer,
  renderPaths,
} from '../../index.js';
import type { Point } from '../camera/navigate.js';
import { cameraThroughPixel } from '../camera/project.js';
import type { Hit } from '../measure/measurements.js';
import { pathOptions } from './path-frames.js';
import { pickThrough, pointAhead } from './pick.js';
import type { Radiographs } from './radiographs.js';
import type { RecipeChanges, RemoteFrames } from './remote-frames.js';
import { exactOptions, type FrameSubject } from './subject.js';

export interface PictureSource {
  readonly subject: () => FrameSubject | undefined;
  readonly open: () => Promise<Renderer>;
  /** The server that renders in place of the browser, if one does. */
  readonly remote: () => RemoteFrames | undefined;
  /** The recipe of the view at a size. */
  readonly recipe: (size: ImageSize, changes?: RecipeChanges) => string;
  /** Pixels of the canvas. */
  readonly size: () => ImageSize;
  readonly radiographs: Radiographs;
  /** Called when the renderer was used, so that accumulation starts again. */
  readonly onUse: () => void;
  /** Lets nothing else be drawn meanwhile. */
  readonly alone: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Draws a single frame, which ends what accumulates. */
  readonly between: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

export class Pictures {
  readonly #source: PictureSource;

  constructor(source: PictureSource) {
    this.#source = source;
  }

  /** The first visible thing at a place of the canvas, in its pixels; undefined where there is nothing. */
  async pick(at: Point): Promise<Hit | undefined> {
    const subject = this.#source.subject();
    if (!subject) return undefined;
    const remote = this.#source.remote();
    if (remote) return this.#pickRemotely(remote, subject, at);
    // Whoever points at something does not wait for its pages.
    const seen = { ...subject, scene: previewScene(subject.scene) };
    const renderer = await this.#source.open();
    const hit = await this.#source.between(() => pickThrough(renderer, seen, this.#source.size(), at));
    this.#source.onUse();
    return hit;
  }

  async #pickRemotely(remote: RemoteFrames, { camera }: FrameSubject, at: Point): Promise<Hit | undefined> {
    const through = cameraThroughPixel(camera, this.#source.size(), at);
    const distance = await remote.measureDepth(this.#source.recipe({ width: 1, height: 1 }, { camera: through }));
    if (!Number.isFinite(distance)) return undefined;
    return { point: pointAhead(through, distance), triangle: undefined, label: undefined };
  }

  /**
   * The picture as the command line renders it, with what it cost.
   * @param size in pixels; the canvas's by default.
   */
  async capture(
    size: ImageSize = this.#source.size(),
  ): Promise<{ pixels: Uint8Array<ArrayBuffer>; stats: FrameStats | undefined } & ImageSize> {
    const subject = this.#source.subject();
    if (!subject) throw new DeviceError('there is no picture yet');
    const remote = this.#source.remote();
    if (remote) return { ...(await remote.capture(this.#source.recipe(size))), stats: undefined };
    const { scene, camera, quality } = subject;
    const renderer = await this.#source.open();
    const { pixels, stats } =
      quality === 'path'
        ? await this.#source.alone(() =>
            renderPaths(renderer, scene, camera, { ...pathOptions(subject), ...size, timestamps: true }),
          )
        : await this.#renderExactly(renderer, subject, size);
    this.#source.onUse();
    return { pixels, stats, ...size };
  }

  async #renderExactly(renderer: Renderer, subject: FrameSubject, size: ImageSize) {
    const options = { ...exactOptions(subject), ...size };
    const scene = await this.#source.radiographs.fit(renderer, subject, subject.scene, options, false);
    return renderer.render(scene, subject.camera, { ...options, timestamps: true, counts: true });
  }

  /** The device that pictures are made on; undefined where a server makes them. */
  async gpu(): Promise<Gpu | undefined> {
    return this.#source.remote() ? undefined : (await this.#source.open()).gpu;
  }

  /** A small picture of another scene, such as a preset's. */
  async draft(scene: PartialScene, camera: Camera, size: ImageSize): Promise<Uint8Array<ArrayBuffer>> {
    const renderer = await this.#source.open();
    const options = { ...size, step: 2, quality: 'plain' } as const;
    // Frames that move do not wait for its kernel.
    await renderer.prepare(scene, camera, options);
    return (await this.#source.between(() => renderer.render(scene, camera, options))).pixels;
  }

  /** The cost of each pixel of a frame. */
  async measure(size: ImageSize) {
    const subject = this.#source.subject()!;
    const { scene, camera, quality } = subject;
    const renderer = await this.#source.open();
    const options = {
      ...size,
      ...exactOptions(subject),
      // Samples are not counted on paths.
      quality: quality === 'path' ? 'fine' : quality,
      counts: true,
      timestamps: true,
    } as const;
    const frame = await this.#source.between(() => renderer.render(scene, camera, options));
    this.#source.onUse();
    return frame;
  }
}
