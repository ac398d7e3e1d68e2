/** Options with their defaults: what is missing or undefined is the default, everywhere. */

export type WithDefaults<Defaults, Options> = Omit<Options, keyof Defaults> & {
  [Name in keyof Defaults]: Name extends keyof Options
    ? Exclude<Options[Name], undefined> | Defaults[Name]
    : Defaults[Name];
};

export function withDefaults<Defaults extends object, Options extends object>(
  defaults: Defaults,
  options: Options,
): WithDefaults<Defaults, Options> {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return { ...defaults, ...Object.fromEntries(given) } as WithDefaults<Defaults, Options>;
}
