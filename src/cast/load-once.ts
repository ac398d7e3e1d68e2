/** Modules that only some scenes need: loaded with the first such scene, and available synchronously afterwards. */

/**
 * A function that returns what `load` gave as soon as it has, and a promise of it until then. `import()` asks the loader each time:
 * in Node with hooks, as TypeScript's runners have them, it asks another thread, which takes half a millisecond per frame.
 */
export function loadOnce<Module>(load: () => Promise<Module>): () => Module | Promise<Module> {
  let loaded: Module | undefined;
  return () => {
    if (loaded !== undefined) return loaded;
    return load().then((module) => {
      loaded = module;
      return module;
    });
  };
}
