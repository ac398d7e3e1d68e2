/** Pictures that are rendered in parts, which other processes may render: what any kind of part does. */
import type { Camera, Frame, PartImage, Renderer, RenderOptions, Scene } from '../../../index.js';
import type { PartSource } from '../../../lab.js';

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
  ) => Promise<{ readonly image: PartImage; readonly frame: Frame<'color'> }>;
  /** One image of those of several parts, in their order: it may be combined with others in turn. */
  readonly combine: (images: readonly PartImage[], described: DescribedFrame) => PartImage;
  /** The pixels of the image of all parts. */
  readonly finish: (image: PartImage, described: DescribedFrame) => Pick<Frame, 'width' | 'height' | 'pixels'>;
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
  let sum: PartImage | undefined;
  let last: Frame<'color'> | undefined;
  for (const part of rule.order(described, count)) {
    const { image, frame } = await rule.render(renderer, described, { part, count }, signal);
    sum = sum ? rule.combine([sum, image], described) : image;
    last = frame;
  }
  return { ...last!, ...rule.finish(sum!, described) };
}
