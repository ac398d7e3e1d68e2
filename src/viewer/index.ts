/**
 * `tilecast/viewer`: defines the element `<tilecast-viewer>`.
 * @module tilecast/viewer
 */
import { TilecastViewer } from './tilecast-viewer.js';

if (globalThis.customElements && !customElements.get('tilecast-viewer')) {
  customElements.define('tilecast-viewer', TilecastViewer);
}

declare global {
  interface HTMLElementTagNameMap {
    'tilecast-viewer': TilecastViewer;
  }
}

export type { Threshold } from '../recipe/options/option-types.js';
export type { WorldBox } from '../recipe/parse/parse-options.js';
export type { AnimationChoice } from '../recipe/scene/meshes/mesh-animations.js';
export type { MeshPlacement } from '../recipe/scene/meshes/mesh-space.js';
export type {
  CropBox,
  FrameSettings,
  FusedStyle,
  MeshStyle,
  Patch,
  SceneChoice,
} from '../recipe/scene/scene-choice.js';
export type { Slab, SlabMode } from '../slices/sample-slice.js';
export type { NavigationMode } from './camera/navigate.js';
export type { LoadProgress } from './data/files/load-followers.js';
export type { OpenableFile } from './data/files/openable-file.js';
export type { ReadProgress, ViewerFile } from './data/files/viewer-file.js';
export {
  DOCUMENT_DEFAULTS,
  type DocumentPatch,
  type MeasuredPlane,
  type Measurement,
  type ViewerDocument,
} from './document/document.js';
export type { ShownFrame } from './frames/subject.js';
export { TilecastViewer, type ViewerEvents } from './tilecast-viewer.js';
