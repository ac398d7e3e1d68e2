/** Native inputs with their labels, as panels use them. */
import { html, nothing } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { formatColor, type Vec3 } from '../../../index.js';

let lastId = 0;
const ids = new Map<string, string>();

/** An id for a label and its input, the same in every drawing. */
function idOf(label: string): string {
  const known = ids.get(label);
  if (known) return known;
  const id = `field-${lastId++}`;
  ids.set(label, id);
  return id;
}

export interface SliderOptions {
  readonly label: string;
  /** The spoken name where the label alone would not be clear; unique on the page. */
  readonly name?: string;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  readonly step?: number | 'any';
  readonly shown?: string;
  readonly change: (value: number, gesture: object) => void;
}

/** One gesture for each slider: it lasts until another change. */
const gestures = new Map<string, object>();
function gestureOf(label: string): object {
  const known = gestures.get(label) ?? {};
  gestures.set(label, known);
  return known;
}

export function slider({ label, name = label, value, min, max, step = 'any', shown, change }: SliderOptions) {
  return html`<div class="row">
    <label for=${idOf(name)}>${label}</label>
    <input
      id=${idOf(name)}
      type="range"
      aria-label=${name}
      min=${min}
      max=${max}
      step=${step}
      .value=${String(value)}
      @input=${(event: Event) => change(Number((event.target as HTMLInputElement).value), gestureOf(name))}
    />
    ${shown === undefined ? nothing : html`<output for=${idOf(name)}>${shown}</output>`}
  </div>`;
}

/** A slider from 0 to 1. @param name the spoken one where the label alone would not be clear; unique on the page. */
export const shareSlider = (label: string, value: number, change: SliderOptions['change'], name = label) =>
  slider({ label, name, value, min: 0, max: 1, step: 0.01, change });

export const checkbox = (
  label: string,
  checked: boolean,
  change: (checked: boolean) => void,
) => html`<label class="check">
  <input type="checkbox" .checked=${checked} @change=${(event: Event) => change((event.target as HTMLInputElement).checked)} />
  ${label}
</label>`;

interface NumericField {
  readonly label: string;
  /** The spoken one; unique on the page. */
  readonly name: string;
  readonly value: number | undefined;
  /** Text of an empty field. */
  readonly placeholder: string;
  /** Gets undefined where the field is emptied. */
  readonly change: (value: number | undefined) => void;
}

const numericField = ({ label, name, value, placeholder, change }: NumericField) => html`<div class="row">
  <label for=${idOf(name)}>${label}</label>
  <input
    id=${idOf(name)}
    type="number"
    aria-label=${name}
    step="any"
    placeholder=${placeholder}
    .value=${value === undefined ? '' : String(Number(value.toPrecision(6)))}
    @change=${(event: Event) => {
      const { value: text, valueAsNumber: number } = event.target as HTMLInputElement;
      if (Number.isFinite(number)) change(number);
      else if (text === '') change(undefined);
    }}
  />
</div>`;

/** @param name the spoken one where the label alone would not be clear; unique on the page. */
export const numberField = (label: string, value: number, change: (value: number) => void, name = label) =>
  numericField({ label, name, value, placeholder: '', change: (next) => next !== undefined && change(next) });

/** @param name the spoken one where the label alone would not be clear; unique on the page. @param change gets undefined where the field is emptied. */
export const optionalField = (label: string, value: number | undefined, change: NumericField['change'], name = label) =>
  numericField({ label, name, value, placeholder: 'none', change });

/** Segments that a panel has room for beside each other. */
const ONE_LINE = 4;

export const segments = <Choice extends string>(
  label: string,
  choices: Readonly<Record<Choice, string>>,
  chosen: Choice,
  choose: (choice: Choice) => void,
) => html`<div class="segments ${Object.keys(choices).length > ONE_LINE ? 'many' : ''}" role="group" aria-label=${label}>
  ${(Object.keys(choices) as Choice[]).map(
    (choice) =>
      html`<button aria-pressed=${choice === chosen} @click=${() => choose(choice)}>${choices[choice]}</button>`,
  )}
</div>`;

export const colorField = (label: string, color: Vec3, change: (hex: string, gesture: object) => void) => html`<input
  type="color"
  aria-label=${label}
  .value=${formatColor(color)}
  @input=${(event: Event) => change((event.target as HTMLInputElement).value, gestureOf(label))}
/>`;

/**
 * @param labels of the choices, where they are not their own.
 * @param name the spoken one where the label alone would not be clear; unique on the page.
 */
export const select = <Choice extends string>(
  label: string,
  choices: readonly Choice[],
  chosen: Choice | undefined,
  choose: (choice: Choice) => void,
  labels?: Readonly<Record<Choice, string>>,
  name: string = label,
) => html`<div class="row">
  <label for=${idOf(name)}>${label}</label>
  <select
    id=${idOf(name)}
    aria-label=${name}
    .value=${live(chosen ?? '')}
    @change=${(event: Event) => choose((event.target as HTMLSelectElement).value as Choice)}
  >
    ${chosen === undefined ? html`<option value="" disabled selected>Choose</option>` : nothing}
    ${choices.map((choice) => html`<option value=${choice} ?selected=${choice === chosen}>${labels?.[choice] ?? titleCase(choice)}</option>`)}
  </select>
</div>`;

export const titleCase = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
