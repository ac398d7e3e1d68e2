/** Colours of meshes by values that their files have: which values, and the colour map of all of them. */
import { html, nothing } from 'lit-html';
import { COLOR_MAP_NAMES } from '../../../recipe/scene/meshes/value-colors.js';
import { meshStyleOf } from '../../../recipe/scene/scene-choice.js';
import type { Session } from '../../session.js';
import { numberField, select } from '../fields/fields.js';

const OWN = '';
const AUTOMATIC = '';

/** The values of one mesh; nothing where it has none. */
export function valueChoice(session: Session, index: number, shortName: string) {
  const names = (session.data.meshes[index]!.mesh.values ?? []).map(({ name }) => name);
  if (names.length === 0) return nothing;
  const { values = OWN } = meshStyleOf(session.document, index);
  const labels = { ...Object.fromEntries(names.map((name) => [name, name])), [OWN]: 'Its colour' };
  const put = (chosen: string) => session.edits.changeMesh(index, { values: chosen === OWN ? undefined : chosen });
  return select(`Coloured by`, [OWN, ...names], values, put, labels, `${shortName} is coloured by`);
}

/** The colour map and its ends; nothing where no mesh is coloured by values. */
export function valueColorSection(session: Session) {
  const { colorMap = AUTOMATIC } = session.document;
  const colors = session.valueColors;
  if (!colors) return nothing;
  const { transfer, title } = colors;
  const [low, high] = [transfer.colors[0]!.value, transfer.colors.at(-1)!.value];
  const labels = { ...Object.fromEntries(COLOR_MAP_NAMES.map((name) => [name, name])), [AUTOMATIC]: 'Automatic' };
  return html`<section>
    <h3>Colours of ${title}</h3>
    ${select('Colour map', [AUTOMATIC, ...COLOR_MAP_NAMES], colorMap, (chosen) => session.change({ colorMap: chosen === AUTOMATIC ? undefined : chosen }), labels)}
    ${numberField('Colours from', low, (value) => value < high && session.change({ valueRange: [value, high] }))}
    ${numberField('Colours to', high, (value) => low < value && session.change({ valueRange: [low, value] }))}
    <div class="buttons">
      <button class="plain" ?disabled=${!session.document.valueRange} @click=${() => session.change({ valueRange: undefined })}>
        All values
      </button>
    </div>
  </section>`;
}
