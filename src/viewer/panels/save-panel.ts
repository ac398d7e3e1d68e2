/** The camera, the background, and everything that can be opened and saved. */
import { html } from 'lit-html';
import { parseColor, VIEW_NAMES } from '../../index.js';
import { type NavigationMode, withProjection } from '../camera/navigate.js';
import type { PanelContext } from './context.js';
import { checkbox, colorField, segments, select } from './fields.js';

const NAVIGATION_LABELS: Readonly<Record<NavigationMode, string>> = { trackball: 'Trackball', orbit: 'Orbit' };

export function savePanel({ session, chooseFiles, save }: PanelContext) {
  const { document, preferences, navigation } = session;
  const { camera, extent } = navigation;
  const { background } = document;
  const isTransparent = background === 'transparent';
  return html`<section>
      <h3>Camera</h3>
      ${segments(
        'Projection',
        { perspective: 'Perspective', orthographic: 'Orthographic' },
        camera?.projection ?? 'perspective',
        (projection) => navigation.move((current) => withProjection(current, projection, extent)),
      )}
      ${select('View from', VIEW_NAMES.toReversed(), undefined, (name) => navigation.showFrom(name))}
      <div class="row"><span>Drags turn</span>
        ${segments('Navigation', NAVIGATION_LABELS, preferences.navigation, (navigation) => session.prefer({ navigation }))}
      </div>
    </section>
    <section>
      <h3>Background</h3>
      <div class="row">
        <span>${checkbox('Transparent', isTransparent, (checked) => session.change({ background: checked ? 'transparent' : [0, 0, 0] }))}</span>
        ${isTransparent ? '' : colorField('Background colour', background, (hex, gesture) => session.change({ background: parseColor(hex, 'color') }, gesture))}
      </div>
    </section>
    <section>
      <h3>Open</h3>
      <div class="buttons">
        <button class="plain" @click=${() => chooseFiles('files', false)}>Files</button>
        <button class="plain" @click=${() => chooseFiles('folder', false)}>Folder</button>
        <button class="plain" @click=${() => chooseFiles('files', true)}>Add files</button>
      </div>
    </section>
    <section>
      <h3>Save</h3>
      <div class="buttons">
        <button class="plain" ?disabled=${!session.scene} @click=${() => save('picture')}>Picture</button>
        <button class="plain" ?disabled=${!session.scene} @click=${() => save('view')}>View</button>
        <button class="plain" ?disabled=${!camera} @click=${() => save('camera')}>Camera</button>
        <button class="plain" ?disabled=${!session.data.volume} @click=${() => save('transfer')}>Transfer function</button>
      </div>
      <p class="hint">A picture and a view hold what they were made from: tilecast render --replay makes the picture again.</p>
    </section>`;
}
