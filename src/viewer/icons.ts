/** Icons as lines on a grid of 20 × 20, in the colour of the text around them. */
import { html, svg, type TemplateResult } from 'lit-html';

const PATHS = {
  appearance: 'M3 14c3 0 3-8 6-8s3 8 8 8M3 17h14M6 3v0M14 4l2 2-2 2',
  slices: 'M3 3h6v6H3zM11 3h6v6h-6zM3 11h6v6H3zM11 14h6M14 11v6',
  layout: 'M3 3h14v14H3zM10 3v14M3 10h14',
  cut: 'M6 3v11a2 2 0 0 0 2 2h9M3 6h9a2 2 0 0 1 2 2v9',
  meshes: 'M10 2.5 17 6.5v7L10 17.5 3 13.5v-7zM3 6.5l7 4 7-4M10 10.5v7',
  measure: 'M3 14.5 14.5 3 17 5.5 5.5 17zM6.5 11l1.5 1.5M9 8.5l2 2M11.5 6 13 7.5',
  files:
    'M3 5.5A1.5 1.5 0 0 1 4.5 4H8l2 2h5.500A1.5 1.5 0 0 1 17 7.500v7a1.500 1.500 0 0 1-1.500 1.500h-11A1.500 1.500 0 0 1 3 14.500z',
  stats: 'M3 17V9M7.7 17V4M12.300 17v-6M17 17V7',
  undo: 'M7 4 3.500 7.500 7 11M4 7.500h8a4 4 0 0 1 0 8H9',
  redo: 'M13 4l3.500 3.500L13 11M16 7.500H8a4 4 0 0 0 0 8h3',
  fit: 'M3 7V3h4M13 3h4v4M17 13v4h-4M7 17H3v-4M8 8h4v4H8z',
  help: 'M7.200 7.300a2.800 2.800 0 1 1 4.300 2.400c-.9.6-1.500 1.100-1.500 2.300M10 15.200v.3',
  turn: 'M16.500 10a6.500 6.500 0 1 1-2-4.700M16.500 3v3.500H13M10 7v6M7 10h6',
  window: 'M10 3a7 7 0 1 0 0 14zM10 3a7 7 0 0 1 0 14',
  pick: 'M10 2v5M10 13v5M2 10h5M13 10h5M10 9.500v1',
  angle: 'M3 16h14M3 16 13 4M9 16a7 7 0 0 0-1.600-5',
  screen: 'M3 7.500V3h4.500M12.500 3H17v4.500M17 12.500V17h-4.500M7.500 17H3v-4.500',
  data: 'M10 2.500 17.500 6.500 10 10.500 2.500 6.500zM2.500 10.200 10 14.200l7.500-4M2.500 13.700 10 17.700l7.500-4',
  eye: 'M2 10c2-3.500 4.700-5.200 8-5.200s6 1.700 8 5.200c-2 3.500-4.700 5.200-8 5.200S4 13.500 2 10zM10 7.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5z',
  hidden: 'M2 10c2-3.500 4.700-5.200 8-5.200s6 1.700 8 5.200c-2 3.500-4.700 5.200-8 5.200S4 13.500 2 10zM4 16 16 4',
  region: 'M10 4c4.500 0 7.500 2.500 7.500 6s-3 6-7.500 6-7.500-2.500-7.500-6 3-6 7.500-6zM10 9v2M9 10h2',
  close: 'M5 5l10 10M15 5 5 15',
  trash: 'M4 6h12M8 6V4h4v2M6 6l.7 10h6.600L14 6',
  save: 'M10 3v9M6.500 8.500 10 12l3.500-3.500M4 16h12',
  camera: 'M3 6.5h3l1.5-2h5L14 6.5h3v9H3zM10 8a3 3 0 1 0 0 6 3 3 0 0 0 0-6z',
  list: 'M7.5 5H17M7.5 10H17M7.5 15H17M3.5 5h.5M3.5 10h.5M3.5 15h.5',
  flip: 'M10 3v14M7 6.5 3 10l4 3.5zM13 6.5l4 3.5-4 3.5z',
  play: 'M6 4l10 6-10 6z',
  pause: 'M7 4v12M13 4v12',
} as const;

export type IconName = keyof typeof PATHS;

/** Decoration: what holds it has the label. */
export const icon = (name: IconName): TemplateResult => html`<svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
  ${svg`<path d=${PATHS[name]} />`}
</svg>`;
