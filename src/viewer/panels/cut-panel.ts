/** Cuts of the volume, by planes, a box and labels. */
import { html, nothing } from 'lit-html';
import { cameraBasis, type HalfSpace } from '../../index.js';
import { dot } from '../../math/vec3.js';
import { wholeVolume } from '../handles/crop-box.js';
import { icon } from '../icons.js';
import type { Session } from '../session.js';
import { indexToWorldPoint } from '../slices/slice-planes.js';
import type { PanelContext } from './context.js';
import { checkbox, slider } from './fields/fields.js';
import { labelSection } from './label-section.js';

export function cutPanel({ session }: PanelContext) {
  const { preferences, document } = session;
  return html`<section>
      <h3>Crop box</h3>
      ${checkbox('Handles in the picture', preferences.showsCrop, (showsCrop) => session.prefer({ showsCrop }))}
      <div class="buttons">
        <button class="plain" ?disabled=${!session.shownCuts.crop} @click=${() => session.showWholeVolume()}>Whole volume</button>
      </div>
    </section>
    <section>
      <h3>Clip planes</h3>
      <ul class="list">
        ${document.clip.map((plane, index) => clipRow(session, plane, index))}
      </ul>
      <div class="buttons">
        <button class="plain" @click=${() => addPlane(session)}>Cut across the view</button>
      </div>
    </section>
    ${slabSection(session)} ${labelSection(session)}`;
}

/** A thick slice across the view, which turns with it. */
function slabSection(session: Session) {
  const { slabThickness } = session.document;
  const { extent } = session.navigation;
  return html`<section>
    <h3>Slab across the view</h3>
    ${checkbox('Show a slab alone', slabThickness !== undefined, (checked) =>
      session.change({ slabThickness: checked ? extent / 8 : undefined }),
    )}
    ${
      slabThickness === undefined
        ? nothing
        : slider({
            label: 'Thickness',
            value: slabThickness,
            min: extent / 256,
            max: extent,
            shown: slabThickness.toPrecision(3),
            change: (thickness, gesture) => session.change({ slabThickness: thickness }, gesture),
          })
    }
  </section>`;
}

/** Keeps what is behind the target, as it is seen now. */
function addPlane(session: Session): void {
  const { camera } = session.navigation;
  if (!camera) return;
  const { forward } = cameraBasis(camera);
  session.change({ clip: [...session.document.clip, { normal: forward, offset: dot(forward, camera.target) }] });
  session.prefer({ showsCrop: true });
}

function clipRow(session: Session, { normal, offset }: HalfSpace, index: number) {
  const { clip } = session.document;
  const { volume } = session.data;
  const middle = dot(
    normal,
    indexToWorldPoint(volume!, wholeVolume(volume!).last.map((last) => last / 2) as unknown as HalfSpace['normal']),
  );
  const reach = session.navigation.extent / 2;
  const put = (plane: HalfSpace, gesture?: object) => session.change({ clip: clip.with(index, plane) }, gesture);
  const name = `Plane ${index + 1}`;
  return html`<li>
    <span class="name">${slider({
      label: name,
      value: offset - middle,
      min: -reach,
      max: reach,
      change: (value, gesture) => put({ normal, offset: middle + value }, gesture),
    })}</span>
    <button class="icon-button" aria-label="Turn ${name} around" title="Keep the other side" @click=${() => put({ normal: [-normal[0], -normal[1], -normal[2]], offset: -offset })}>
      ${icon('flip')}
    </button>
    <button class="icon-button" aria-label="Remove ${name}" title="Remove" @click=${() => session.change({ clip: clip.toSpliced(index, 1) })}>
      ${icon('trash')}
    </button>
  </li>`;
}
