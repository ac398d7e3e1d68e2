/** Pictures that are rendered in parts, which other processes may render: what any kind of part does. */
import type { Camera, Frame, Gpu, PartImage, Renderer, RenderOptions, Scene } from '../../../index.js';
import type { FrameSums, PartSource } from '../../../lab.js';

/** A frame's scene and how it is rendered. */
export interface DescribedFrame {
  readonly scene: Scene;
  readonly options: RenderOptions;
  readonly camera: Camera;
  /** The level that parts are read of; undefined where they are cut out of the scene's volume. */
  readonly partSource: PartSource | undefined;
}

/** One part of a picture: its number, from 0 on, and how many there are. */
export interface PartNumber {
  readonly part: number;
  readonly count: number;
}

/** The image of a part, and what tells its noise, where the picture is denoised once it is whole. */
export interface RenderedPart extends PartImage {
  readonly noise?: Pick<FrameSums, 'frames' | 'guides'> | undefined;
}

/** A way to divide pictures into parts. */
export interface PartRule {
  /** Whether the parts are of a volume, so that one has to be there. */
  readonly isOfVolume: boolean;
  /** The parts' numbers, in the order in which their images are combined. @throws InputError for scenes without what is divided. */
  readonly order: (described: DescribedFrame, count: number) => readonly number[];
  /** Whether a part needs all that the picture is made of, and not only what is read for it. */
  readonly needsAll: (described: DescribedFrame) => boolean;
  /** The image of one part. @throws InputError for a number that no part has. */
  readonly render: (
    renderer: Renderer,
    described: DescribedFrame,
    number: PartNumber,
    signal?: AbortSignal,
  ) => Promise<{ readonly image: RenderedPart; readonly frame: Frame<'color'> }>;
  /** One image of those of several parts, in their order: it may be combined with others in turn. */
  readonly combine: (images: readonly RenderedPart[], described: DescribedFrame) => RenderedPart;
  /** The pixels of the image of all parts. @throws DeviceError where a device is needed and fails. */
  readonly finish: (
    image: RenderedPart,
    described: DescribedFrame,
    gpu: Gpu,
  ) => Promise<Pick<Frame, 'width' | 'height' | 'pixels'>>;
}

/** The parts that pictures are rendered in. */
export interface RenderedParts {
  readonly count: number;
  readonly rule: PartRule;
}

/** A whole picture, part by part. */
export async function renderInParts(
  renderer: Renderer,
  described: DescribedFrame,
  { count, rule }: RenderedParts,
  signal?: AbortSignal,
): Promise<Frame> {
  let sum: RenderedPart | undefined;
  let last: Frame<'color'> | undefined;
  for (const part of rule.order(described, count)) {
    const { image, frame } = await rule.render(renderer, described, { part, count }, signal);
    sum = sum ? rule.combine([sum, image], described) : image;
    last = frame;
  }
  return { ...last!, ...(await rule.finish(sum!, described, renderer.gpu)) };
}
