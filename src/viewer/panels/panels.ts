/** The contents of the panels beside the picture. */
import type { TemplateResult } from 'lit-html';
import type { IconName } from '../icons.js';
import type { PanelName } from '../preferences.js';
import type { Session } from '../session.js';
import { appearancePanel } from './appearance-panel.js';
import type { PanelContext } from './context.js';
import { cutPanel } from './cut-panel.js';
import { dataPanel } from './data-panel.js';
import { measurePanel } from './measure-panel.js';
import { meshPanel } from './meshes/mesh-panel.js';
import { savePanel } from './save-panel.js';
import { slicePanel } from './slice-panel.js';
import { statsPanel } from './stats-panel.js';

interface Panel {
  readonly label: string;
  readonly icon: IconName;
  /** Whether it has anything to do with what is loaded. */
  readonly suits: (session: Session) => boolean;
  readonly show: (context: PanelContext) => TemplateResult;
}

const always = () => true;

export const PANELS: Readonly<Record<PanelName, Panel>> = {
  data: {
    label: 'Data',
    icon: 'data',
    suits: ({ data }) => data.volume !== undefined || data.meshes.length > 0,
    show: dataPanel,
  },
  appearance: {
    label: 'Appearance',
    icon: 'appearance',
    suits: ({ data }) => data.volume !== undefined,
    show: appearancePanel,
  },
  cut: {
    label: 'Cuts and labels',
    icon: 'cut',
    suits: ({ data }) => data.volume !== undefined,
    show: cutPanel,
  },
  slices: {
    label: 'Slice settings',
    icon: 'slices',
    suits: ({ data }) => data.volume !== undefined,
    show: slicePanel,
  },
  meshes: { label: 'Meshes', icon: 'meshes', suits: ({ data }) => data.meshes.length > 0, show: meshPanel },
  measure: { label: 'Measurements', icon: 'list', suits: always, show: measurePanel },
  save: { label: 'Camera and saving', icon: 'camera', suits: always, show: savePanel },
  stats: { label: 'Statistics', icon: 'stats', suits: always, show: statsPanel },
};
