/** Requests of frames: a scene, a camera and options, apart or in one object. */
import type { Camera } from '../camera/camera.js';
import { checkKeys } from './check/check-keys.js';
import { SCENE_NAMES } from './check/check-scene.js';
import type { PartialScene } from './partial/partial-scene.js';
import { type CallOptions, RENDER_DEFAULTS, type ReadCall, type RenderOptions } from './settings.js';
import type { MappedCall, UseFrame } from './target/hand-over.js';
import type { OutputName } from './target/outputs.js';
import type { FrameTarget } from './target/target.js';

/** A frame that ends in memory. */
export interface ReadOptions<Outputs extends readonly OutputName[] = readonly ['pixels']>
  extends Omit<RenderOptions, 'outputs'>,
    ReadCall {
  /** Arrays that are read back; default: 8-bit pixels. */
  readonly outputs?: Outputs;
}

/** A frame that ends in memory for a moment: in the device's own, which is mapped. */
export interface MappedOptions<Outputs extends readonly OutputName[] = readonly ['pixels']>
  extends ReadOptions<Outputs> {
  /**
   * Called with the frame while its arrays lie in mapped memory, to encode, send or copy them from there: the copy of a frame of 1024²
   * takes a third of a millisecond. They are empty once it has returned or its promise has settled. It may wait for other frames.
   * Frames that accumulate, are measured or followed (`signal`, `onProgress`), or show a volume in pages, are copied before.
   * @example
   * ```js
   * await renderer.render({ volume, whileMapped: ({ pixels }) => console.log(pixels.length) });
   * ```
   */
  readonly whileMapped: UseFrame<Outputs[number]>;
}

/** A frame that ends in a texture or on a canvas; it has their size by default, and is scaled to it if it has another. */
export interface PresentOptions
  extends Omit<RenderOptions, 'outputs' | 'counts' | 'timings' | 'slabCounts'>,
    CallOptions {
  /** The texture or the canvas that is drawn to. */
  readonly target: FrameTarget;
  /** Whether a canvas takes the frame's size when the frame is drawn: resizing it earlier would blank it. */
  readonly resizeCanvas?: boolean | undefined;
  /**
   * Whether a volume in pages is drawn while its pages come: first its preview, over which the exact pixels appear as their
   * rays end, those first whose pages are near. Not for frames that accumulate.
   */
  readonly progressive?: boolean | undefined;
}

/** A scene, and the view of it: without a camera, one that is fitted to the scene. */
export type ViewedScene = PartialScene & { readonly camera?: Camera | undefined };

/** Names of what calls are given beside their settings. */
export const CALL_NAMES: readonly string[] = ['signal', 'onProgress', 'replaceable', 'reuse', 'whileMapped'];
export const TARGET_NAMES: readonly string[] = ['target', 'progressive', 'resizeCanvas'];

const OPTION_NAMES = [...Object.keys(RENDER_DEFAULTS), ...CALL_NAMES, ...TARGET_NAMES];
const NAMES = ['camera', ...SCENE_NAMES, ...OPTION_NAMES];

interface RequestParts {
  readonly scene: PartialScene;
  readonly camera: Camera | undefined;
  readonly options: (RenderOptions & MappedCall) | PresentOptions;
}

/**
 * The parts of a request in one object.
 * @throws InputError for a name of neither.
 */
export function splitRequest(request: ViewedScene & (RenderOptions | PresentOptions)): RequestParts {
  const { camera, ...rest } = Object(request) as Record<string, unknown>;
  checkKeys('a frame has no', rest, NAMES);
  const entries = Object.entries(rest);
  const isOption = ([name]: readonly [string, unknown]) => OPTION_NAMES.includes(name);
  return {
    // Whatever is no object is refused with the scenes.
    scene: (entries.length > 0
      ? Object.fromEntries(entries.filter((entry) => !isOption(entry)))
      : request) as PartialScene,
    camera: camera as Camera | undefined,
    options: Object.fromEntries(entries.filter(isOption)),
  };
}
