/** Requests of frames: a scene, a camera and options, as one object or three arguments. */
import type { Camera } from '../camera/camera.js';
import { checkKeys } from './check/check-keys.js';
import { SCENE_NAMES } from './check/check-scene.js';
import type { PartialScene } from './partial/partial-scene.js';
import { type CallOptions, RENDER_DEFAULTS, type ReadCall, type RenderOptions } from './settings.js';
import type { MappedCall, UseFrame } from './target/hand-over.js';
import type { OutputName } from './target/outputs.js';
import type { FrameTarget } from './target/target.js';

/** Options of a frame that is read back. */
export interface ReadOptions<Outputs extends readonly OutputName[] = readonly ['pixels']>
  extends Omit<RenderOptions, 'outputs'>,
    ReadCall {
  /** Arrays that are read back; default: 8-bit pixels. */
  readonly outputs?: Outputs;
}

/** Options of a frame that is read in mapped device memory, without a copy. */
export interface MappedOptions<Outputs extends readonly OutputName[] = readonly ['pixels']>
  extends ReadOptions<Outputs> {
  /**
   * Called with the frame while its arrays are in mapped memory, to encode, send or copy them from there, which saves a third of a
   * millisecond for a frame of 1024². The arrays are empty once it has returned or its promise has settled. It may wait for other
   * frames. Frames that accumulate, are measured or followed (`signal`, `onProgress`), or show a paged volume, are copied first.
   * @example
   * ```js
   * await renderer.render({ volume, whileMapped: ({ pixels }) => console.log(pixels.length) });
   * ```
   */
  readonly whileMapped: UseFrame<Outputs[number]>;
}

/** Options of a frame that is drawn to a texture or a canvas: it has the target's size by default, and is scaled to it otherwise. */
export interface PresentOptions
  extends Omit<RenderOptions, 'outputs' | 'counts' | 'timings' | 'slabCounts'>,
    CallOptions {
  /** The texture or canvas to draw to. */
  readonly target: FrameTarget;
  /** Whether a canvas takes the frame's size when the frame is drawn: resizing it earlier would blank it. */
  readonly resizeCanvas?: boolean | undefined;
  /**
   * Whether a paged volume is drawn while its pages are loaded: first its preview, then exact pixels as their rays end, those with
   * near pages first. Not for frames that accumulate.
   */
  readonly progressive?: boolean | undefined;
}

/** A scene and its camera; without one, the view is fitted to the scene. */
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
