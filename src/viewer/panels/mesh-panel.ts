/** The meshes: what each looks like, where it is, and the light on all of them. */
import { html } from 'lit-html';
import { IDENTITY_AFFINE, parseColor, type Vec3 } from '../../index.js';
import { addScaled } from '../camera/vectors.js';
import { MESH_STYLE_DEFAULTS, type MeshStyle } from '../document/document.js';
import type { Session } from '../session.js';
import type { PanelContext } from './context.js';
import { checkbox, colorField, numberField, slider } from './fields.js';

const GREY: Vec3 = [0.8, 0.8, 0.8];

export function meshPanel({ session }: PanelContext) {
  const { shadows, reflections, occlusionRays, shading } = session.document;
  const castsShadows = shading.light !== undefined && shading.light !== 'headlight';
  return html`${session.data.meshes.map(({ name }, index) => meshSection(session, name, index))}
    <section>
      <h3>Light</h3>
      ${checkbox('Light from the side', castsShadows, (checked) => session.change({ shading: withLight(shading, checked) }))}
      ${checkbox('Shadows', shadows, (checked) =>
        session.change({ shadows: checked, ...(checked && !castsShadows && { shading: withLight(shading, true) }) }),
      )}
      ${slider({ label: 'Reflections', value: reflections, min: 0, max: 8, step: 1, shown: String(reflections), change: (value, gesture) => session.change({ reflections: value }, gesture) })}
      ${slider({ label: 'Ambient occlusion', value: occlusionRays, min: 0, max: 16, step: 1, shown: String(occlusionRays), change: (value, gesture) => session.change({ occlusionRays: value }, gesture) })}
    </section>`;
}

/** Light from the reader's left, above and in front, in LPS. */
const SIDE_LIGHT: Vec3 = [1, -2, 2];

function withLight({ light: _, ...shading }: Session['document']['shading'], fromSide: boolean) {
  return fromSide ? { ...shading, light: SIDE_LIGHT } : shading;
}

function meshSection(session: Session, name: string, index: number) {
  const style: MeshStyle = session.document.meshes[index] ?? MESH_STYLE_DEFAULTS;
  const put = (patch: Partial<MeshStyle>, gesture?: object) => {
    const styles = session.data.meshes.map((_, at) => session.document.meshes[at] ?? MESH_STYLE_DEFAULTS);
    session.change({ meshes: styles.with(index, { ...style, ...patch }) }, gesture);
  };
  const shortName = name.split('/').at(-1)!;
  const { origin } = style.transform ?? IDENTITY_AFFINE;
  const share = (field: 'opacity' | 'reflectivity', label: string) =>
    slider({
      label: `${label} of ${shortName}`,
      value: style[field],
      min: 0,
      max: 1,
      step: 0.01,
      shown: style[field].toFixed(2),
      change: (value, gesture) => put({ [field]: value }, gesture),
    });
  return html`<section>
    <div class="row">
      <span>${checkbox(shortName, style.visible, (visible) => put({ visible }))}</span>
      ${colorField(`Colour of ${shortName}`, style.color ?? GREY, (hex, gesture) => put({ color: parseColor(hex, 'color') }, gesture))}
    </div>
    ${share('opacity', 'Opacity')} ${share('reflectivity', 'Mirror')}
    ${(['x', 'y', 'z'] as const).map((axis, at) =>
      numberField(`Moved along ${axis}: ${shortName}`, origin[at as 0 | 1 | 2], (value) => {
        const unit = IDENTITY_AFFINE.columns[at as 0 | 1 | 2];
        const moved = addScaled(origin, unit, value - origin[at as 0 | 1 | 2]);
        put({ transform: { ...(style.transform ?? IDENTITY_AFFINE), origin: moved } });
      }),
    )}
  </section>`;
}
