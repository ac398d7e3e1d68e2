/** Labels, of a mask or of a volume that consists of them: which are shown, in which colours, and as surfaces. */
import { html, nothing } from 'lit-html';
import { type LabelStyle, MAX_LABEL_SMOOTHING, parseColor } from '../../index.js';
import type { Session } from '../session.js';
import { labelColor } from '../slices/slice-layers.js';
import { checkbox, colorField, slider } from './fields.js';

export function labelSection(session: Session) {
  const { labelStyles, data, document } = session;
  if (!labelStyles) return nothing;
  const { labelSurfaces, labelSmoothing } = document;
  return html`<section>
    <h3>Labels</h3>
    ${data.labels || labelSurfaces ? labelList(session, labelStyles) : nothing}
    ${checkbox('Smooth surfaces', labelSurfaces, (checked) => session.change({ labelSurfaces: checked }))}
    ${
      labelSurfaces
        ? slider({
            label: 'Smoothing',
            value: labelSmoothing,
            min: 0,
            max: MAX_LABEL_SMOOTHING,
            step: 0.5,
            shown: `${labelSmoothing} voxels`,
            change: (voxels, gesture) => session.change({ labelSmoothing: voxels }, gesture),
          })
        : nothing
    }
  </section>`;
}

function labelList(session: Session, all: readonly LabelStyle[]) {
  const shown = session.document.labels ?? all;
  const styleOf = (label: number) => shown.find((style) => style.label === label);
  const put = (label: number, style: LabelStyle | undefined, gesture?: object) => {
    const next = all.flatMap((known) => {
      if (known.label === label) return style ? [style] : [];
      const kept = styleOf(known.label);
      return kept ? [kept] : [];
    });
    session.change({ labels: next }, gesture);
  };
  return html`<ul class="list">
    ${all.map((known) => {
      const style = styleOf(known.label);
      const name = known.name ?? `Label ${known.label}`;
      return html`<li>
        <label class="check name">
          <input type="checkbox" .checked=${style !== undefined} @change=${(event: Event) =>
            put(known.label, (event.target as HTMLInputElement).checked ? known : undefined)} />
          ${name}
        </label>
        ${colorField(`Colour of ${name}`, labelColor(style ?? known), (hex, gesture) =>
          put(known.label, { ...(style ?? known), color: parseColor(hex, 'color') }, gesture),
        )}
      </li>`;
    })}
  </ul>`;
}
