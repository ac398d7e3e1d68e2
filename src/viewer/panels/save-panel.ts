/** The camera, the background, and everything that can be opened and saved. */
import { html } from 'lit-html';
import { type ImageSize, parseColor, VIEW_NAMES } from '../../index.js';
import { toMib } from '../../viewer-page/pack-inputs.js';
import { type NavigationMode, withProjection } from '../camera/navigate.js';
import type { PageSaver } from '../save/page-saver.js';
import type { Session } from '../session.js';
import type { Stage } from '../stage.js';
import type { PanelContext } from './context.js';
import { checkbox, colorField, numberField, segments, select } from './fields/fields.js';

const NAVIGATION_LABELS: Readonly<Record<NavigationMode, string>> = { trackball: 'Trackball', orbit: 'Orbit' };

const BACKGROUND_LABELS = { color: 'Colour', transparent: 'Transparent', environment: 'Light around' } as const;

export function savePanel({ session, stage, chooseFiles, save, pages, copyLink }: PanelContext) {
  const { document, preferences, navigation } = session;
  const { camera, extent } = navigation;
  const { background } = document;
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
        ${segments('Behind the scene', BACKGROUND_LABELS, typeof background === 'string' ? background : 'color', (name) => session.change({ background: name === 'color' ? [0, 0, 0] : name }))}
        ${typeof background === 'string' ? '' : colorField('Background colour', background, (hex, gesture) => session.change({ background: parseColor(hex, 'color') }, gesture))}
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
      <h3>Picture</h3>
      ${checkbox('Scale bar in 3D', preferences.showsScaleBar, (showsScaleBar) => session.prefer({ showsScaleBar }))}
      ${sizeFields(session, stage)}
      <div class="buttons">
        <button class="plain" ?disabled=${!session.scene} @click=${() => save('picture')}>Save the picture as PNG</button>
      </div>
      <p class="hint">It holds all that is shown: slices, measurements and scale bars, and how it was made.</p>
    </section>
    ${pageSection(session, pages)}
    <section>
      <h3>Link</h3>
      <div class="buttons">
        <button class="plain" ?disabled=${!session.scene} @click=${copyLink}>Copy a link to this view</button>
      </div>
      <p class="hint">The link holds the view, not the files: whoever opens it needs these files too.</p>
    </section>
    <section>
      <h3>Save</h3>
      <div class="buttons">
        <button class="plain" ?disabled=${!session.scene} @click=${() => save('view')}>View</button>
        <button class="plain" ?disabled=${!camera} @click=${() => save('camera')}>Camera</button>
        <button class="plain" ?disabled=${!session.data.volume} @click=${() => save('transfer')}>Transfer function</button>
      </div>
      <p class="hint">A view holds which files it needs. Open it, or a picture, together with them to go on.</p>
    </section>`;
}

/** One HTML file with the viewer and the data: its size is there before it is saved. */
function pageSection(session: Session, pages: PageSaver) {
  const { scene, contents } = session;
  const { made, isMaking } = pages;
  const { pageMib } = session.preferences;
  return html`<section>
    <h3>Page</h3>
    ${numberField('Largest size in MiB', pageMib, (value) => session.prefer({ pageMib: Math.max(value, 1) }))}
    <div class="buttons">
      ${
        made
          ? html`<button class="primary" @click=${() => pages.save()}>Save ${made.name}, ${toMib(made.blob.size)} MiB</button>`
          : html`<button class="plain" ?disabled=${!scene || contents.progress !== undefined || isMaking} @click=${() => pages.make()}>
              ${isMaking ? 'Making the page' : 'Save as page'}
            </button>`
      }
    </div>
    <div role="status">${made?.lines.map((line) => html`<p class="hint">${line}</p>`)}</div>
    <p class="hint">One file with the viewer, the data and a picture, which any browser opens without a network.</p>
  </section>`;
}

/** Pixels at most of a side. */
const SIDE_MAX = 16384;

/** The size of saved pictures: that of the screen, until another is written. */
function sizeFields(session: Session, stage: Stage) {
  const { preferences } = session;
  const shown = pictureSizeOf(stage);
  const size = preferences.pictureSize ?? shown;
  const put = (side: 'width' | 'height') => (value: number) => {
    const pixels = Math.round(Math.min(Math.max(value, 1), SIDE_MAX));
    session.prefer({ pictureSize: { ...size, [side]: pixels } });
  };
  return html`${numberField('Width in pixels', size.width, put('width'))}
    ${numberField('Height in pixels', size.height, put('height'))}
    <div class="buttons">
      <button class="plain" ?disabled=${!preferences.pictureSize} @click=${() => session.prefer({ pictureSize: undefined })}>As on the screen</button>
      <button class="plain" @click=${() => session.prefer({ pictureSize: { width: 2 * shown.width, height: 2 * shown.height } })}>Twice as large</button>
    </div>`;
}

/** Pixels of all panes on the screen. */
function pictureSizeOf(stage: Stage): ImageSize {
  const views = stage.canvas.closest('.views') ?? stage.canvas;
  const ratio = globalThis.devicePixelRatio || 1;
  const { width, height } = views.getBoundingClientRect();
  return { width: Math.round(width * ratio), height: Math.round(height * ratio) };
}
