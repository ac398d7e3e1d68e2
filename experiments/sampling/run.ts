/** Builds tilecast where it is not built yet, and measures: Node and `node_modules` are all that it needs. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

if (!existsSync('dist/index.js')) {
  const [node, vite] = [process.execPath, 'node_modules/vite/bin/vite.js'];
  execFileSync(node, [vite, 'build', '--logLevel', 'warn'], { stdio: 'inherit' });
}
await import('./measure.js');
