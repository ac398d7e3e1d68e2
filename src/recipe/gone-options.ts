/** Options of earlier versions that are gone: recipes that name them are still read. */

export type JsonObject = Readonly<Record<string, unknown>>;

interface GoneOption {
  /** Options in its place, where it was on. */
  readonly instead: JsonObject;
  readonly note: string;
}

const GONE_OPTIONS: Readonly<Record<string, GoneOption>> = {
  preintegrated: {
    instead: { quality: 'fine' },
    note: '--preintegrated is gone, and --quality fine in its place, which is nearer to many more samples in most pictures',
  },
};

export const isGone = (name: string): boolean => Object.hasOwn(GONE_OPTIONS, name);

/** A recipe's options without those that are gone, and what there is to say of these. */
export function replaceGone(options: JsonObject): { options: JsonObject; notes: readonly string[] } {
  const others = Object.entries(options).filter(([name]) => !isGone(name));
  const replaced = Object.keys(options)
    .filter((name) => isGone(name) && options[name] !== false)
    .map((name) => GONE_OPTIONS[name]!);
  return {
    // Assigned, a field of the name __proto__ would be gone without a word.
    options: Object.fromEntries([...others, ...replaced.flatMap(({ instead }) => Object.entries(instead))]),
    notes: replaced.map(({ note }) => note),
  };
}
