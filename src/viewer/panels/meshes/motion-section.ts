/** The movement of meshes, by a deformation or by an animation of their files: its kind, its time and its player. */
import { html, nothing } from 'lit-html';
import { DEFORMATION_NAMES, type DeformationName } from '../../../index.js';
import type { DocumentPatch } from '../../document/document.js';
import { icon } from '../../icons.js';
import type { Session } from '../../session.js';
import { select, slider, titleCase } from '../fields/fields.js';

const NONE = 'none';
const DEFORMATION = 'deformation ';
const ANIMATION = 'animation ';

export function motionSection(session: Session) {
  const { deform, animation } = session.document;
  const names = new Set(session.data.meshes.flatMap(({ animations = [] }) => animations.map(({ name }) => name)));
  const labels = {
    [NONE]: 'None',
    ...Object.fromEntries([...names].map((name) => [ANIMATION + name, name])),
    ...Object.fromEntries(DEFORMATION_NAMES.map((name) => [DEFORMATION + name, titleCase(name)])),
  };
  const chosen = animation ? ANIMATION + animation.name : deform ? DEFORMATION + deform : NONE;
  return html`<section>
    <h3>Motion</h3>
    ${select('Kind', Object.keys(labels), chosen, (kind) => session.change(patchFor(kind)), labels)}
    ${chosen === NONE ? nothing : player(session)}
  </section>`;
}

function patchFor(kind: string): DocumentPatch {
  if (kind.startsWith(ANIMATION)) return { animation: { name: kind.slice(ANIMATION.length) }, deform: undefined };
  const deform = kind.startsWith(DEFORMATION) ? (kind.slice(DEFORMATION.length) as DeformationName) : undefined;
  return { deform, animation: undefined };
}

function player(session: Session) {
  const { plays } = session.preferences;
  const { deform } = session.document;
  const time = session.edits.motionTime;
  const seconds = session.edits.motionSeconds;
  const shown = deform === undefined ? `${(time * seconds).toFixed(2)} s` : time.toFixed(2);
  return html`${slider({ label: 'Time', value: time, min: 0, max: 1, step: 'any', shown, change: (value, gesture) => session.edits.moveTo(value, gesture) })}
    <div class="buttons">
      <button class="plain" aria-pressed=${plays} @click=${() => session.prefer({ plays: !plays })}>
        ${icon(plays ? 'pause' : 'play')} ${plays ? 'Pause' : 'Play'}
      </button>
    </div>`;
}
