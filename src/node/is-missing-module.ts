/** Packages that people install only where they want what these are for. */

/** Whether a module could not be loaded since it, or one that it takes, is not there; by Node's codes of `import` and `require`. */
export function isMissingModule(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ERR_MODULE_NOT_FOUND' || code === 'MODULE_NOT_FOUND';
}
