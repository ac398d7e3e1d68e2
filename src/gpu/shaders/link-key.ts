/** The key that distinguishes linked kernels; vite.config.ts uses it too. */

/** Which `@if(name)` parts of a module to keep; names that are left out are false. */
export type ShaderConditions = Readonly<Record<string, boolean>>;

export function linkKey(path: string, conditions: ShaderConditions): string {
  const kept = Object.keys(conditions).filter((name) => conditions[name]);
  return [path, ...kept.sort()].join(' ');
}
