/** Labels, of a mask or of a volume that consists of them: which are shown, in which colours, and as surfaces. */
import { html, nothing } from 'lit-html';
import { type LabelStyle, MAX_LABEL_SMOOTHING, parseColor } from '../../index.js';
import { chooseMaskEdges } from '../../recipe/scene/labels/mask-edges.js';
import type { Session } from '../session.js';
import { coloredLabels } from '../slices/slice-layers.js';
import { checkbox, colorField, shareSlider, slider } from './fields/fields.js';

export function labelSection(session: Session) {
  const { labelStyles, data, document, showsSurfaces } = session;
  if (!labelStyles) return nothing;
  const { labelSmoothing, labelFill, labelOutline } = document;
  return html`<section>
    <h3>Labels</h3>
    ${data.labels || showsSurfaces ? labelList(session, labelStyles) : nothing}
    ${checkbox('Smooth surfaces', showsSurfaces, (checked) => session.change({ labelSurfaces: checked }))}
    ${
      showsSurfaces
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
    ${
      data.labels && !showsSurfaces
        ? checkbox('Smooth edges', chooseMaskEdges(document) === 'smooth', (checked) =>
            session.change({ maskEdges: checked ? 'smooth' : 'voxels' }),
          )
        : nothing
    }
    ${
      data.labels
        ? [
            shareSlider('Fill in slices', labelFill, (share, gesture) => session.change({ labelFill: share }, gesture)),
            shareSlider('Outline in slices', labelOutline, (share, gesture) =>
              session.change({ labelOutline: share }, gesture),
            ),
          ]
        : nothing
    }
  </section>`;
}

function labelList(session: Session, all: readonly LabelStyle[]) {
  const { showsSurfaces } = session;
  const { labels } = session.document;
  const colors = new Map(coloredLabels(session.sliced).map(({ label, color }) => [label, color!]));
  const isShown = (label: number) => labels === undefined || labels.some((style) => style.label === label);
  const put = (label: number, style: LabelStyle | undefined, gesture?: object) => {
    const next = all.flatMap((known): LabelStyle[] => {
      if (known.label === label) return style ? [style] : [];
      if (!isShown(known.label)) return [];
      const kept = labels?.find((one) => one.label === known.label) ?? known;
      // Surfaces have colours by their place among those that are shown: theirs stay.
      return [showsSurfaces ? { ...kept, color: colors.get(known.label)! } : kept];
    });
    session.change({ labels: next }, gesture);
  };
  return html`<ul class="list">
    ${all.map((known) => {
      const { label, name = `Label ${label}` } = known;
      const color = colors.get(label)!;
      return html`<li>
        <label class="check name">
          <input type="checkbox" .checked=${isShown(label)} @change=${(event: Event) =>
            put(
              label,
              (event.target as HTMLInputElement).checked ? { ...known, ...(showsSurfaces && { color }) } : undefined,
            )} />
          ${name}
        </label>
        ${colorField(`Colour of ${name}`, color, (hex, gesture) =>
          put(label, { ...known, color: parseColor(hex, 'color') }, gesture),
        )}
      </li>`;
    })}
  </ul>`;
}
