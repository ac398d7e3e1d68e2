/** Keys, region and endpoint of S3, as its other programs are told them: by variables, or by a profile in files. */
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { InputError } from '../../index.js';

export interface AwsKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
}

export interface AwsSettings {
  /** Undefined where there are none: requests are not signed then. */
  readonly keys: AwsKeys | undefined;
  readonly region: string | undefined;
  readonly endpoint: string | undefined;
}

/** @throws InputError for a profile that is named and not there, and for half of a pair of keys. */
export async function readAwsSettings(env: NodeJS.ProcessEnv = process.env): Promise<AwsSettings> {
  // Empty variables are as none, as they are to other programs.
  const set = (...names: string[]) => names.map((name) => env[name]).find(Boolean);
  const named = set('AWS_PROFILE');
  const profile = await readProfile(named ?? 'default', env);
  if (named !== undefined && !profile)
    throw new InputError(`AWS_PROFILE: there is no profile ${JSON.stringify(named)}`);
  if (set('AWS_ACCESS_KEY_ID') && !set('AWS_SECRET_ACCESS_KEY')) {
    throw new InputError('AWS_ACCESS_KEY_ID: is set without AWS_SECRET_ACCESS_KEY; set both, or neither');
  }
  return {
    keys:
      keysOf(env['AWS_ACCESS_KEY_ID'], env['AWS_SECRET_ACCESS_KEY'], env['AWS_SESSION_TOKEN']) ??
      keysOfProfile(profile),
    region: set('AWS_REGION', 'AWS_DEFAULT_REGION') ?? profile?.['region'],
    endpoint: set('AWS_ENDPOINT_URL_S3', 'AWS_ENDPOINT_URL') ?? profile?.['endpoint_url'],
  };
}

type Profile = Readonly<Record<string, string>>;

const keysOfProfile = (profile: Profile | undefined) =>
  keysOf(profile?.['aws_access_key_id'], profile?.['aws_secret_access_key'], profile?.['aws_session_token']);

function keysOf(id: string | undefined, secret: string | undefined, token: string | undefined): AwsKeys | undefined {
  return id && secret ? { accessKeyId: id, secretAccessKey: secret, sessionToken: token } : undefined;
}

/** The settings of a profile, of which the file of credentials counts more. */
async function readProfile(name: string, env: NodeJS.ProcessEnv): Promise<Profile | undefined> {
  const folder = join(homedir(), '.aws');
  const [config, credentials] = await Promise.all([
    readSections(env['AWS_CONFIG_FILE'] ?? join(folder, 'config')),
    readSections(env['AWS_SHARED_CREDENTIALS_FILE'] ?? join(folder, 'credentials')),
  ]);
  const sections = [config.get(name === 'default' ? name : `profile ${name}`), credentials.get(name)];
  return sections.some(Boolean) ? Object.assign({}, ...sections) : undefined;
}

/** The sections of an INI file; none where there is no such file. */
async function readSections(path: string): Promise<ReadonlyMap<string, Profile>> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const sections = new Map<string, Record<string, string>>();
  let section: Record<string, string> = {};
  for (const line of text.split(/\r?\n/)) {
    const [, head] = /^\s*\[\s*(.*?)\s*\]/.exec(line) ?? [];
    // Lines that are indented belong to settings within settings.
    const [, key, value] = /^([\w-]+)\s*=\s*(.*?)\s*$/.exec(line) ?? [];
    if (head !== undefined) {
      section = sections.get(head) ?? {};
      sections.set(head, section);
    } else if (key !== undefined) section[key] = value!;
  }
  return sections;
}
