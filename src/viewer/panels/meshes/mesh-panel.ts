/** The meshes: appearance and place of each, their deformation, and the light on all of them. */
import { html, nothing } from 'lit-html';
import { CULLS, type Cull, parseColor, type Vec3 } from '../../../index.js';
import { meshStyleOf } from '../../../recipe/scene/scene-choice.js';
import type { Session } from '../../session.js';
import type { PanelContext } from '../context.js';
import { checkbox, colorField, select, slider } from '../fields/fields.js';
import { motionSection } from './motion-section.js';
import { valueChoice, valueColorSection } from './value-fields.js';

const GREY: Vec3 = [0.8, 0.8, 0.8];

export function meshPanel({ session }: PanelContext) {
  return html`${session.data.meshes.map(({ name }, index) => meshSection(session, name, index))}
    ${valueColorSection(session)} ${motionSection(session)} ${lightSection(session)}`;
}

function meshSection(session: Session, name: string, index: number) {
  const { visible, color, opacity, reflectivity, transform } = meshStyleOf(session.document, index);
  const shortName = name.split('/').at(-1)!;
  const hasGizmo = session.preferences.gizmo === index;
  const share = (field: 'opacity' | 'reflectivity', label: string, value: number) =>
    slider({
      label,
      name: `${label} of ${shortName}`,
      value,
      min: 0,
      max: 1,
      step: 0.01,
      shown: value.toFixed(2),
      change: (changed, gesture) => session.edits.changeMesh(index, { [field]: changed }, gesture),
    });
  return html`<section>
    <div class="row">
      <span>${checkbox(shortName, visible, (checked) => session.edits.changeMesh(index, { visible: checked }))}</span>
      ${colorField(`Colour of ${shortName}`, color ?? GREY, (hex, gesture) =>
        session.edits.changeMesh(index, { color: parseColor(hex, 'color') }, gesture),
      )}
    </div>
    ${valueChoice(session, index, shortName)}
    ${share('opacity', 'Opacity', opacity)} ${share('reflectivity', 'Mirror', reflectivity)}
    <div class="buttons">
      <button class="plain" aria-pressed=${hasGizmo} @click=${() => session.prefer({ gizmo: hasGizmo ? undefined : index })}>
        Move, turn, scale
      </button>
      <button class="plain" ?disabled=${!transform} @click=${() => session.edits.changeMesh(index, { transform: undefined })}>
        Put back
      </button>
    </div>
  </section>`;
}

const CULL_LABELS: Readonly<Record<Cull, string>> = { none: 'Both sides', back: 'Fronts', front: 'Backs' };

function lightSection(session: Session) {
  const { shadows, reflections, occlusionRays, shading, flat, cull, ownColors, ground } = session.document;
  const castsShadows = shading.light !== undefined && shading.light !== 'headlight';
  const whole = (label: string, field: 'reflections' | 'occlusionRays', value: number, max: number) =>
    slider({
      label,
      value,
      min: 0,
      max,
      step: 1,
      shown: String(value),
      change: (changed, gesture) => session.change({ [field]: changed }, gesture),
    });
  return html`<section>
    <h3>Light</h3>
    ${checkbox('Light from the side', castsShadows, (checked) => session.change({ shading: withLight(shading, checked) }))}
    ${checkbox('Shadows', shadows, (checked) =>
      session.change({ shadows: checked, ...(checked && !castsShadows && { shading: withLight(shading, true) }) }),
    )}
    <div class="row">
      <span>${checkbox('Ground', ground !== undefined, (checked) => session.change({ ground: checked ? GREY : undefined }))}</span>
      ${typeof ground === 'object' ? colorField('Colour of the ground', ground, (hex, gesture) => session.change({ ground: parseColor(hex, 'color') }, gesture)) : nothing}
    </div>
    ${
      session.data.meshes.some(({ mesh }) => mesh.vertexColors || mesh.faceColors)
        ? checkbox('Colours of the files', ownColors, (checked) => session.change({ ownColors: checked }))
        : nothing
    }
    ${checkbox('Flat triangles', flat, (checked) => session.change({ flat: checked }))}
    ${whole('Reflections', 'reflections', reflections, 8)} ${whole('Ambient occlusion', 'occlusionRays', occlusionRays, 16)}
    ${select('Show', CULLS, cull, (chosen) => session.change({ cull: chosen }), CULL_LABELS)}
  </section>`;
}

/** Light from the reader's left, above and in front, in LPS. */
const SIDE_LIGHT: Vec3 = [1, -2, 2];

function withLight({ light: _, ...shading }: Session['document']['shading'], fromSide: boolean) {
  return fromSide ? { ...shading, light: SIDE_LIGHT } : shading;
}
