/** The recipe of a view. */
import manifest from '../../../package.json' with { type: 'json' };
import type { FrameStats, ImageSize } from '../../index.js';
import type { ReadInput } from '../data/files/load-files.js';
import { formatDocument } from '../document/format-document.js';
import { CLEAR_TRANSFER, shownDocument } from '../scene/shown-data.js';
import type { Session } from '../session.js';

/** The view as JSON, which `tilecast render --replay` and viewers open. */
export function recipeOf(session: Session, size: ImageSize, stats?: FrameStats): string {
  const { document, data, contents } = session;
  const isShown = ({ kind }: ReadInput) => kind !== 'labels' || !document.hidden?.labels;
  return formatDocument(shownDocument(document, data.fused?.length ?? 0), {
    ...size,
    kept: document,
    version: manifest.version,
    inputs: contents.inputs.filter(isShown),
    camera: session.navigation.camera,
    transfer: data.volume && (document.hidden?.volume ? CLEAR_TRANSFER : session.transfer),
    ...(session.data.volume && {
      isoValue: session.isoValue,
      showsSurfaces: session.showsSurfaces,
      ...session.shownCuts,
      fusedDepth: session.shownDepth,
    }),
    areDark: session.showsDark,
    selection: session.contents.selection,
    view: session.navigation.view.texts,
    ...(stats && { shape: stats.shape, adapter: stats.adapter }),
  });
}
