/** Opens an address in the person's own browser. */
import { spawn } from 'node:child_process';

const COMMANDS: Readonly<Record<string, readonly [string, readonly string[]]>> = {
  darwin: ['open', []],
  win32: ['explorer.exe', []],
};

/** Whoever has no browser has the address on their screen. */
export function openBrowser(url: string): void {
  const [command, args] = COMMANDS[process.platform] ?? ['xdg-open', []];
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
  child.once('error', () => undefined);
  child.unref();
}
