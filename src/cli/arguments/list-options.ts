/** The names of a command's options. */
import type { Argv, CommandModule } from 'yargs';

/** The names that a command's builder tells a parser; those that its help hides are left out. */
export function listOptions({ builder }: Pick<CommandModule, 'builder'>): readonly string[] {
  const names: string[] = [];
  const add = (options: Readonly<Record<string, unknown>>) => {
    for (const [name, option] of Object.entries(options))
      if (!(option as { hidden?: boolean })?.hidden) names.push(name);
  };
  // Parsers answer each method with themselves: one that only listens costs nothing.
  const listener: Argv = new Proxy({} as Argv, {
    get: (_, method) => (first: unknown, second: unknown) => {
      if (method === 'option' && typeof first === 'string') add({ [first]: second });
      else if (method === 'option' || method === 'options') add(first as Readonly<Record<string, unknown>>);
      return listener;
    },
  });
  if (typeof builder === 'function') builder(listener);
  else add(builder ?? {});
  return names;
}
