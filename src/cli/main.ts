#!/usr/bin/env node
/** The command line: says its version by itself, and loads all else only where it is needed. */
import module from 'node:module';
import manifest from '../../package.json' with { type: 'json' };

const args = process.argv.slice(2);
if (args.length === 1 && args[0] === '--version') {
  process.stdout.write(`${manifest.version}\n`);
} else {
  // Nothing is pending then. Node would go on to dismantle itself and the GPU's driver: 30 to 100 ms.
  process.once('beforeExit', () => process.exit());
  // What large volumes need loads beside the command.
  if (args[0] === 'render') {
    import('../node/threads/start-readers.js').then(({ startReaders }) => startReaders(args)).catch(() => undefined);
  }
  if ('enableCompileCache' in module) await (await import('../node/compile-cache.js')).keepCompiledModules();
  const { runCommand } = await import('./run-command.js');
  await runCommand(args);
}
