/** Licences of what lies inside bundled packages, whose own licences Vite collects. */
import { appendFileSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Files that hold the licences, from the root, by what they license. */
const INSIDE = {
  Inter: 'node_modules/@fontsource/inter/LICENSE',
  'MozJPEG in @jsquash/jpeg': 'node_modules/@jsquash/jpeg/codec/LICENSE.codec.md',
  'libwebp in @jsquash/webp': 'node_modules/@jsquash/webp/codec/LICENSE.codec.md',
};

const path = (relative: string) => fileURLToPath(new URL(`../../../${relative}`, import.meta.url));

/** Adds them to the file that holds those of the packages. */
export const licensesInside = {
  name: 'licenses-inside',
  writeBundle: () => {
    for (const [name, file] of Object.entries(INSIDE)) {
      appendFileSync(path('dist/LICENSES-BUNDLED.md'), `\n## ${name}\n\n${readFileSync(path(file), 'utf8')}`);
    }
  },
};
