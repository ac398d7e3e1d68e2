/** Profiles as text: written, read, cut off, senseless and of others. */
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/errors.js';
import { assertProfileOf, formatShapeProfile, parseShapeProfile } from '../../src/shapes/shape-profile-text.js';
import { ADAPTER, sampleProfile } from './sample-profile.js';

const profile = sampleProfile({ a: '32x4', f: '1x128' });
const text = formatShapeProfile(profile);

/** The text with something of it changed. */
function altered(change: (plain: Record<string, unknown>) => void): string {
  const plain = JSON.parse(text) as Record<string, unknown>;
  change(plain);
  return JSON.stringify(plain);
}

describe('formatShapeProfile and parseShapeProfile', () => {
  it('are inverse', () => {
    expect(parseShapeProfile(text, 'p.json')).toEqual(profile);
  });

  it('keep of the adapter what tells it from others alone', () => {
    const info = { ...ADAPTER, subgroupMinSize: 4 };
    expect(formatShapeProfile({ ...profile, adapter: info })).toBe(text);
  });

  it('refuse a file that was cut off, wherever that was', () => {
    for (let length = 0; length < text.trimEnd().length; length += 7) {
      expect(() => parseShapeProfile(text.slice(0, length), 'p.json'), `${length} characters`).toThrow(InputError);
    }
    expect(() => parseShapeProfile(text.slice(0, 100), 'p.json')).toThrow(
      /^p\.json: is not JSON, so no shape profile: /,
    );
  });

  it.each([
    ['another kind', (p: Record<string, unknown>) => (p['kind'] = 'camera'), 'is no shape profile: its kind'],
    ['a later version', (p: Record<string, unknown>) => (p['version'] = 2), 'of version 2, not 1'],
    ['no shapes', (p: Record<string, unknown>) => (p['shapes'] = 'all'), 'shapes must be a list'],
    ['a bad shape', (p: Record<string, unknown>) => (p['shapes'] = ['32by4']), 'such as 32x4, not "32by4"'],
    [
      'other numbers of times',
      (p: Record<string, unknown>) => (p['shapes'] as string[]).pop(),
      'view 0 has 15 times, but',
    ],
    ['no views', (p: Record<string, unknown>) => (p['views'] = []), 'without measurements'],
    ['an unknown timer', (p: Record<string, unknown>) => (p['timer'] = 'sun'), 'timer must be'],
    ['no adapter', (p: Record<string, unknown>) => delete p['adapter'], 'its adapter must be an object'],
    ['a nameless adapter', (p: Record<string, unknown>) => (p['adapter'] = {}), "its adapter's vendor must be text"],
    ['no reach', (p: Record<string, unknown>) => delete p['reach'], 'its reach must be a positive number'],
    ['negative noise', (p: Record<string, unknown>) => (p['noise'] = -1), 'its noise must be a number'],
    [
      'an image of nothing',
      (p: Record<string, unknown>) => (p['image'] = { width: 0, height: 1 }),
      'must be a positive',
    ],
    [
      'a time of nothing',
      (p: Record<string, unknown>) => ((p['views'] as { msMedian: number[] }[])[1]!.msMedian[3] = 0),
      'a time of view 1 must be a positive number',
    ],
    [
      'a step of nothing',
      (p: Record<string, unknown>) => ((p['views'] as { steps: { down: number[] } }[])[0]!.steps.down = [0, 0, 0]),
      'the step down of view 0 must not be zero',
    ],
    ['a list', () => undefined, 'a shape profile must be an object'],
  ])('refuse %s in one line that says so and what to do', (what, change, message) => {
    const broken = what === 'a list' ? '[]' : altered(change);
    expect(() => parseShapeProfile(broken, 'p.json')).toThrow(message);
    expect(() => parseShapeProfile(broken, 'p.json')).toThrow(/^p\.json: [^\n]*; tilecast tune makes a new one$/);
  });
});

describe('assertProfileOf', () => {
  it('takes the adapter that was measured, and no other adapter or driver', () => {
    expect(() => assertProfileOf(profile, { ...ADAPTER }, 'p.json')).not.toThrow();
    for (const field of ['vendor', 'architecture', 'device', 'description'] as const) {
      expect(() => assertProfileOf(profile, { ...ADAPTER, [field]: 'other' }, 'p.json')).toThrow(InputError);
    }
    expect(() => assertProfileOf(profile, { ...ADAPTER, description: 'driver 1.3' }, 'p.json')).toThrow(
      'p.json: was measured on acme one Acme 1 driver 1.2, and this is acme one Acme 1 driver 1.3; tilecast tune measures it',
    );
  });
});
