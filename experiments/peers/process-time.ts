/** The cost of processes: the time of all cores, which other work on the machine lengthens less than the wall's. */
import { readdirSync, readFileSync } from 'node:fs';

/** CPU time of this process. */
export function ownCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Unit in which Linux tells what processes have used. */
const TICK_MS = 10;

interface Process {
  readonly name: string;
  readonly parent: number;
  readonly cpuMs: number;
}

/** CPU time of all processes called `name` that descend from this one, on Linux. */
export function descendantsCpuMs(name: string): number {
  const processes = new Map<number, Process>();
  for (const entry of readdirSync('/proc')) {
    const found = /^\d+$/.test(entry) && readProcess(entry);
    if (found) processes.set(Number(entry), found);
  }
  const isOurs = ({ parent }: Process): boolean => {
    const above = processes.get(parent);
    return parent === process.pid || (above !== undefined && isOurs(above));
  };
  let sum = 0;
  for (const found of processes.values()) if (found.name === name && isOurs(found)) sum += found.cpuMs;
  return sum;
}

/** Parses /proc/PID/stat: pid (name) state parent …, where the 14th and 15th fields are the ticks in user and kernel mode. */
function readProcess(pid: string): Process | undefined {
  try {
    const [, name, rest] = /\((.*)\) (.*)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))!;
    const fields = rest!.split(' ');
    return { name: name!, parent: Number(fields[1]), cpuMs: TICK_MS * (Number(fields[11]) + Number(fields[12])) };
  } catch (error) {
    // It has ended meanwhile.
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code!)) return undefined;
    throw error;
  }
}
