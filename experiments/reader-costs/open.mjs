/** Opens one file, as `kind` says, and prints what that took, beside an empty process: the memory at its peak, and the processor's time. */
import { readFileSync } from 'node:fs';
import { readEnvironment } from 'tilecast';
import { loadMesh, loadVolume } from 'tilecast/node';

const OPEN = {
  mesh: loadMesh,
  volume: loadVolume,
  environment: async (path) => readEnvironment(readFileSync(path), path),
};

const [kind, path] = process.argv.slice(2);
/** Linux's own peak: that of `resourceUsage` begins with the peak of the process that started this one. */
const peakKib = () => Number(/VmHWM:\s*(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))[1]);

const { user, system } = process.cpuUsage();
const before = peakKib();
const message = await OPEN[kind](path).then(
  () => 'opened',
  (error) => (error.name === 'InputError' ? `refused: ${error.message}` : `${error.stack}`),
);
const took = process.cpuUsage({ user, system });
const mib = (peakKib() - before) / 1024;
process.stdout.write(JSON.stringify({ message, mib, seconds: (took.user + took.system) / 1e6 }));
// Threads that may be left shall not keep it.
process.exit(0);
