/** `tilecast/viewer`: defines the element `<tilecast-viewer>`. */
import { TilecastViewer } from './tilecast-viewer.js';

if (globalThis.customElements && !customElements.get('tilecast-viewer')) {
  customElements.define('tilecast-viewer', TilecastViewer);
}

declare global {
  interface HTMLElementTagNameMap {
    'tilecast-viewer': TilecastViewer;
  }
}

export type { AnimationChoice } from '../recipe/meshes/mesh-animations.js';
export type { MeshPlacement } from '../recipe/meshes/mesh-space.js';
export type { WorldBox } from '../recipe/parse/parse-options.js';
export type { NavigationMode } from './camera/navigate.js';
export type { LoadProgress } from './data/files/load-followers.js';
export type { ReadProgress, ViewerFile } from './data/files/viewer-file.js';
export {
  type CropBox,
  DOCUMENT_DEFAULTS,
  type DocumentPatch,
  type FrameSettings,
  type FusedStyle,
  type Measurement,
  type MeshStyle,
  type ViewerDocument,
} from './document/document.js';
export type { ShownFrame } from './frames/subject.js';
export { TilecastViewer, type ViewerEvents } from './tilecast-viewer.js';
