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

export type { NavigationMode } from './camera/navigate.js';
export type { LoadProgress } from './data/files/load-followers.js';
export type { ViewerFile } from './data/files/viewer-file.js';
export {
  type CropBox,
  DOCUMENT_DEFAULTS,
  type DocumentPatch,
  type Measurement,
  type MeshStyle,
  type ViewerDocument,
} from './document/document.js';
export type { ShownFrame } from './frames/subject.js';
export { TilecastViewer, type ViewerEvents } from './tilecast-viewer.js';
