/** The state that panels are made from, and their requests. */

import type { ShownFrame } from '../frames/subject.js';
import type { PageSaver } from '../save/page-saver.js';
import type { Session } from '../session.js';
import type { Stage } from '../stage.js';

export interface PanelContext {
  readonly session: Session;
  readonly stage: Stage;
  /** The frame on the screen. */
  readonly frame: ShownFrame | undefined;
  /** Chooses files by the browser's own dialogue. */
  readonly chooseFiles: (kind: 'files' | 'folder', add: boolean) => void;
  readonly save: (kind: SaveKind) => void;
  readonly pages: PageSaver;
  /** Fills the screen with the viewer, or gives it back. */
  readonly toggleFullScreen: () => void;
  /** Copies an address of the page that opens the view. */
  readonly copyLink: () => void;
  /** Draws the controls again. */
  readonly refresh: () => void;
}

const SAVE_KINDS = ['picture', 'view', 'camera', 'transfer', 'csv', 'json'] as const;
export type SaveKind = (typeof SAVE_KINDS)[number];
