/** The list of measurements: their names and numbers, and files of them. */
import { html, nothing } from 'lit-html';
import { icon } from '../icons.js';
import { nameOfMeasurement } from '../measure/measurements.js';
import type { Session } from '../session.js';
import type { PanelContext } from './context.js';

export function measurePanel({ session, save }: PanelContext) {
  const { measurements } = session.document;
  if (measurements.length === 0) {
    return html`<section>
      <p class="hint">
        Choose a measuring tool above, then click or drag on a slice or on the 3D picture. Regions are drawn on slices.
      </p>
    </section>`;
  }
  const { unit = '' } = session.data;
  return html`<section>
      <ul class="list measured">
        ${measurements.map((_, index) => measuredRow(session, index))}
      </ul>
      ${unit === '' ? html`<p class="hint">The file does not say which unit its lengths are in.</p>` : nothing}
    </section>
    <section>
      <h3>Save</h3>
      <div class="buttons">
        <button class="plain" @click=${() => save('csv')}>CSV</button>
        <button class="plain" @click=${() => save('json')}>JSON</button>
        <button class="plain" @click=${() => session.change({ measurements: [] })}>Remove all</button>
      </div>
    </section>`;
}

function measuredRow(session: Session, index: number) {
  const measurement = session.document.measurements[index]!;
  const name = nameOfMeasurement(measurement, index);
  return html`<li>
    <span class="name">
      <input
        type="text"
        aria-label="Name of measurement ${index + 1}"
        placeholder=${name}
        .value=${measurement.name ?? ''}
        @change=${(event: Event) => session.measuring.rename(index, (event.target as HTMLInputElement).value.trim())}
      />
      <output>${session.describe(measurement).join('\n')}</output>
    </span>
    <button class="icon-button" aria-label="Remove measurement ${index + 1}" title="Remove" @click=${() => session.measuring.remove(index)}>
      ${icon('trash')}
    </button>
  </li>`;
}
