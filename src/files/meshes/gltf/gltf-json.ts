/** Fields of a glTF's JSON, of which anything may be missing or of another type. */
import { InputError } from '../../../errors.js';

/** Letters of a value that a message shows. */
const SHOWN_MAX = 40;

/** A value as it stands in the file, or "nothing" where it does not. */
export function showJson(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  // A number beyond all that float64 holds is null in JSON.
  if (typeof value === 'number' && !Number.isFinite(value)) return 'of a number beyond 1e308';
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text;
}

/** @throws InputError if it is no list of objects. */
export function listObjects<Json extends object, Name extends keyof Json & string>(
  json: Json,
  name: Name,
): NonNullable<Json[Name]> {
  const list: unknown = json[name] ?? [];
  if (!Array.isArray(list) || list.some((item) => typeof item !== 'object' || item === null || Array.isArray(item))) {
    throw new InputError(`has ${name} that are no list of objects; get a whole copy`);
  }
  return list as NonNullable<Json[Name]>;
}

/** @throws InputError for a field that is there and no finite number, or no list of `count` of them, or of any where it is undefined. */
export function checkNumberFields(
  what: string,
  owner: unknown,
  fields: Readonly<Record<string, 'number' | number | 'numbers'>>,
): void {
  for (const [field, kind] of Object.entries(fields)) {
    const value = (owner as Record<string, unknown> | null | undefined)?.[field];
    if (value === undefined || isOfKind(value, kind)) continue;
    const right =
      kind === 'number' ? 'a number' : kind === 'numbers' ? 'a list of numbers' : `a list of ${kind} numbers`;
    throw new InputError(`${what} has the ${field} ${showJson(value)}; ${right} would be right`);
  }
}

function isOfKind(value: unknown, kind: 'number' | number | 'numbers'): boolean {
  if (kind === 'number') return Number.isFinite(value);
  return Array.isArray(value) && value.every(Number.isFinite) && (kind === 'numbers' || value.length === kind);
}
