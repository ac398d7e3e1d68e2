/** VTK's CPU ray caster, vtkFixedPointVolumeRayCastMapper, in a Python process. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type Contestant, MissingContestant, orderOf, type Task, type View } from './contestant.js';

const SCRIPT = join(import.meta.dirname, 'vtk_mapper.py');
/** The environment as it was before others changed it: Chromium comes with libraries of its own. */
const ENVIRONMENT = { ...process.env };

/** The script's answer about a picture. */
interface Answer {
  readonly ms: number;
  readonly cpuMs: number;
  readonly pixels: string;
}

/** @throws MissingContestant where `python` does not run or does not find VTK. */
export function createVtkMapper(python: string): Contestant {
  const { error, status, stdout, stderr } = spawnSync(python, [SCRIPT], { input: '', encoding: 'utf8' });
  if (error) throw new MissingContestant(`${python} does not run: ${error.message}`);
  if (status !== 0) throw new MissingContestant(`${python}: ${stderr.trim()}`);
  const about = JSON.parse(stdout);
  return {
    name: 'VTK',
    about: { mapper: 'vtkFixedPointVolumeRayCastMapper', ...about },
    enter: (task) => enter(python, task),
    close: async () => {},
  };
}

async function enter(python: string, task: Task) {
  const child = spawn(python, [SCRIPT, task.scan.rawPath], { env: ENVIRONMENT, stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  // A line of JSON there, a line of JSON back.
  const ask = async (question: object): Promise<unknown> => {
    child.stdin.write(`${JSON.stringify(question)}\n`);
    const { value, done } = await lines.next();
    if (done) throw new Error(`${SCRIPT} ended before it answered`);
    return JSON.parse(value);
  };
  await ask(orderOf(task));
  return {
    render: async (view: View) => {
      const { ms, cpuMs, pixels } = (await ask(view)) as Answer;
      return { ms, cpuMs, pixels: new Uint8Array(Buffer.from(pixels, 'base64')) };
    },
    close: async () => {
      const exited = once(child, 'exit');
      child.stdin.end();
      await exited;
    },
  };
}
