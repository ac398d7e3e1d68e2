/** Attributes as properties of the element, which frameworks set. */
import { ATTRIBUTES, type AttributeName } from './attributes.js';

/** Attributes without their dashes. */
type CamelCase<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/** Attributes of the style sheet, which nobody listens to. */
const STYLED = ['controls', 'theme'] as const;

/** The attributes' texts, null where one is not set. `src` and `camera` are values of their own. */
export type AttributeProperties = {
  [Name in CamelCase<Exclude<AttributeName | (typeof STYLED)[number], 'src' | 'camera'>>]: string | null;
};

/** Defines those that `prototype` does not have itself. */
export function defineAttributeProperties(prototype: HTMLElement): void {
  for (const name of [...ATTRIBUTES, ...STYLED]) {
    const property = name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
    if (property in prototype) continue;
    Object.defineProperty(prototype, property, {
      get(this: HTMLElement) {
        return this.getAttribute(name);
      },
      set(this: HTMLElement, value: string | number | boolean | null | undefined) {
        if (value === null || value === undefined) this.removeAttribute(name);
        else this.setAttribute(name, String(value));
      },
      configurable: true,
      enumerable: true,
    });
  }
}
