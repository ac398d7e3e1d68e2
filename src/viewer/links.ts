/** Viewers that show the same place: those of a page whose attribute `link` has one name. */
import type { DocumentPatch, ViewerDocument } from './document/document.js';

/** Fields that linked viewers have in common. */
const LINKED = ['camera', 'cursor', 'sliceNormals'] as const satisfies readonly (keyof ViewerDocument)[];

export type LinkedFields = Pick<DocumentPatch, (typeof LINKED)[number]>;

const pickLinked = (document: ViewerDocument): LinkedFields =>
  Object.fromEntries(LINKED.map((name) => [name, document[name]]));

const isEqual = (a: LinkedFields, b: LinkedFields) => LINKED.every((name) => a[name] === b[name]);

const groups = new Map<string, Set<Link>>();

export class Link {
  readonly #follow: (fields: LinkedFields) => void;
  #name = '';
  #known: LinkedFields = {};

  /** @param follow shows what another viewer shows. */
  constructor(follow: (fields: LinkedFields) => void) {
    this.#follow = follow;
  }

  /** Joins the viewers of a name; an empty one is of none. */
  join(name: string): void {
    this.leave();
    this.#name = name;
    if (name !== '') groups.set(name, (groups.get(name) ?? new Set()).add(this));
  }

  leave(): void {
    const group = groups.get(this.#name);
    group?.delete(this);
    if (group?.size === 0) groups.delete(this.#name);
  }

  /** Passes a change of the document on to the others. */
  tell(document: ViewerDocument): void {
    const fields = pickLinked(document);
    if (isEqual(fields, this.#known)) return;
    this.#known = fields;
    for (const other of groups.get(this.#name) ?? []) if (other !== this) other.#take(fields);
  }

  #take(fields: LinkedFields): void {
    if (isEqual(fields, this.#known)) return;
    // Known before it is shown, so that it is not passed back.
    this.#known = fields;
    this.#follow(fields);
  }
}
