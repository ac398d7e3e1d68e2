/** The kernels as the package holds them: those of ordinary frames linked, and none with its comments. */
import { readFileSync } from 'node:fs';
import { linkKernels } from '../../../wgsl/link-kernels.ts';

const LINKED_MODULE = 'virtual:linked-shaders';

/** Kernels without their comments, a sixth of them, which are for those who read them in the repository. */
const kernelsWithoutComments = {
  name: 'kernels-without-comments',
  enforce: 'pre' as const,
  load: {
    order: 'pre' as const,
    handler: (id: string) => {
      const [file = '', query] = id.split('?');
      if (!file.endsWith('.wgsl') || query !== 'raw') return null;
      return `export default ${JSON.stringify(readFileSync(file, 'utf8').replace(/^[ \t]*\/\/.*\n/gm, ''))};`;
    },
  },
};

/** A module of the kernels that ordinary frames ask for, which is loaded with the first of them. */
function linkedShaders(sources: Record<string, string>) {
  // Kept, since the package is built twice.
  let linked: Promise<string> | undefined;
  return {
    name: 'linked-shaders',
    resolveId: (source: string) => (source === LINKED_MODULE ? `\0${source}` : null),
    load(id: string) {
      if (id !== `\0${LINKED_MODULE}`) return null;
      linked ??= linkKernels(sources);
      return linked;
    },
  };
}

/** @param sources of all modules below `wgsl/`, by their paths. */
export const kernelPlugins = (sources: Record<string, string>) => [kernelsWithoutComments, linkedShaders(sources)];
