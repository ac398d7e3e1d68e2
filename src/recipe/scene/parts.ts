/** Parts of scenes, kept for as long as they are made of the same: the renderer knows them again by their identity. */

export class Parts {
  readonly #parts = new Map<string, { readonly of: readonly unknown[]; readonly part: unknown }>();

  /** The part that was made of the same objects before, or a new one. */
  keep<Part>(name: string, of: readonly unknown[], create: () => Part): Part {
    const kept = this.#parts.get(name);
    if (kept && kept.of.length === of.length && kept.of.every((value, index) => value === of[index])) {
      return kept.part as Part;
    }
    const part = create();
    this.#parts.set(name, { of, part });
    return part;
  }

  /** The previous object, if it had the same fields: fitting a view to another scene takes a pass over all of its voxels. */
  keepFields<Part extends object>(name: string, fields: Part): Part {
    return this.keep(name, Object.entries(fields).flat(), () => fields);
  }
}
