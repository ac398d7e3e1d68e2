/** The list of measurements. */
import { html } from 'lit-html';
import { icon } from '../icons.js';
import { describeMeasurement } from '../measure/measurements.js';
import type { PanelContext } from './context.js';

const KINDS = ['Point', 'Length', 'Angle'] as const;

export function measurePanel({ session }: PanelContext) {
  const { measurements } = session.document;
  const remove = (index: number) => session.change({ measurements: measurements.toSpliced(index, 1) });
  return html`<section>
    ${
      measurements.length === 0
        ? html`<p class="hint">Choose a measuring tool above, then click on the picture. Lengths are in the world's units.</p>`
        : html`<ul class="list">
            ${measurements.map(
              (measurement, index) => html`<li>
                <span class="name">${KINDS[measurement.points.length - 1]}: ${describeMeasurement(measurement)}</span>
                <button class="icon-button" aria-label="Remove measurement ${index + 1}" @click=${() => remove(index)}>
                  ${icon('trash')}
                </button>
              </li>`,
            )}
          </ul>`
    }
  </section>`;
}
