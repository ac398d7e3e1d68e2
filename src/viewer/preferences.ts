/** Settings of the person, not of the picture: no part of documents and of undo. */
import type { NavigationMode } from './camera/navigate.js';

/** The effects of a drag on the picture. */
export const TOOLS = ['turn', 'window', 'pick', 'length', 'angle'] as const;
export type ViewerTool = (typeof TOOLS)[number];

export const LAYOUTS = ['3d', 'four', 'slices'] as const;
export type ViewerLayout = (typeof LAYOUTS)[number];

export interface Preferences {
  readonly navigation: NavigationMode;
  readonly tool: ViewerTool;
  readonly layout: ViewerLayout;
  readonly panel: string | undefined;
  readonly showsHelp: boolean;
  /** Whether the crop box and the clip planes have handles in the picture. */
  readonly showsCrop: boolean;
  /** Index of the mesh that has a gizmo. */
  readonly gizmo: number | undefined;
  /** Whether the deformation plays. */
  readonly plays: boolean;
}

export const PREFERENCES_DEFAULTS: Preferences = {
  navigation: 'trackball',
  tool: 'turn',
  layout: '3d',
  panel: undefined,
  showsHelp: false,
  showsCrop: false,
  gizmo: undefined,
  plays: false,
};
