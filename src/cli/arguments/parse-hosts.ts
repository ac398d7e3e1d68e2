/** The hosts that jobs and requests may read from. */
import { fail } from '../../recipe/parse/parse-options.js';

/** @param text hosts by commas, each perhaps with a port. @throws InputError for what is no host. */
export function parseHosts(option: string, text: string): string[] {
  return text.split(',').map((host) => {
    const url = `https://${host}`;
    if (URL.canParse(url) && new URL(url).host === host.toLowerCase()) return host.toLowerCase();
    return fail(`--${option}: "${host}" is no host, such as data.example.org or data.example.org:8080`);
  });
}
