/** Settings of the person, not of the picture: no part of documents and of undo. */
import type { ImageSize } from '../index.js';
import { PLANE_NAMES, type PlaneName } from '../slices/planes.js';
import { PAGE_BYTES } from '../viewer-page/make-page.js';
import type { NavigationMode } from './camera/navigate.js';

/** The effects of a drag on the picture. */
export const TOOLS = ['turn', 'window', 'pick', 'length', 'angle', 'region'] as const;
export type ViewerTool = (typeof TOOLS)[number];

export const LAYOUTS = ['3d', 'four', 'slices', ...PLANE_NAMES] as const;
export type ViewerLayout = (typeof LAYOUTS)[number];

/** The panels beside the picture, in the order of their buttons. */
export const PANEL_NAMES = ['data', 'appearance', 'cut', 'slices', 'meshes', 'measure', 'save', 'stats'] as const;
export type PanelName = (typeof PANEL_NAMES)[number];

/** Whether a layout is one slice alone. */
export const isPlaneLayout = (layout: ViewerLayout): layout is PlaneName =>
  (PLANE_NAMES as readonly string[]).includes(layout);

export interface Preferences {
  readonly navigation: NavigationMode;
  readonly tool: ViewerTool;
  /** Undefined is that which suits the data. */
  readonly layout: ViewerLayout | undefined;
  /** The layout that one slice alone goes back to. */
  readonly fullLayout: ViewerLayout;
  /** Whether slices have handles that turn the planes. */
  readonly turnsSlices: boolean;
  readonly panel: PanelName | undefined;
  readonly showsHelp: boolean;
  /** Whether the crop box and the clip planes have handles in the picture. */
  readonly showsCrop: boolean;
  /** Whether the 3D picture has a scale bar. */
  readonly showsScaleBar: boolean;
  /** Size of saved pictures in pixels; default: that of the screen. */
  readonly pictureSize: ImageSize | undefined;
  /** MiB of the largest saved page. */
  readonly pageMib: number;
  /** Index of the mesh that has a gizmo. */
  readonly gizmo: number | undefined;
  /** Whether the deformation plays. */
  readonly plays: boolean;
}

export const PREFERENCES_DEFAULTS: Preferences = {
  navigation: 'trackball',
  tool: 'turn',
  layout: undefined,
  fullLayout: 'four',
  turnsSlices: false,
  panel: undefined,
  showsHelp: false,
  showsCrop: false,
  showsScaleBar: false,
  pictureSize: undefined,
  pageMib: PAGE_BYTES / 2 ** 20,
  gizmo: undefined,
  plays: false,
};
