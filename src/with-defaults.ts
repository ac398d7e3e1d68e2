/** Options with their defaults: what is missing or undefined is the default, everywhere. */

export type WithDefaults<Defaults, Options> = Omit<Options, keyof Defaults> & {
  [Name in keyof Defaults]: Name extends keyof Options
    ? Exclude<Options[Name], undefined> | Defaults[Name]
    : Defaults[Name];
};

/** The options over the defaults; an option that is undefined counts as absent. */
export function withDefaults<Defaults extends object, Options extends object>(
  defaults: Defaults,
  options: Options,
): WithDefaults<Defaults, Options> {
  // No lists of entries: every frame comes here several times.
  const complete = { ...defaults } as Record<string, unknown>;
  for (const name of Object.keys(options)) {
    const value = options[name as keyof Options];
    if (value !== undefined) complete[name] = value;
  }
  return complete as WithDefaults<Defaults, Options>;
}
