/** The subject of a CT: without a thin rest apart from it, and whole where other parts are as solid, or nothing reaches the sides. */
import { describe, expect, it } from 'vitest';
import { defaultAppearance } from '../../src/transfer/default/default-appearance.js';
import { findSubject } from '../../src/volume/find-subject.js';
import { voxelsOfSubject } from '../../src/volume/subject-box.js';
import { createVolume } from '../../src/volume/volume.js';

type Field = (x: number, y: number, z: number) => number;

const SIZES = [256, 256, 24] as const;

/** Hounsfield units at places from −1 to 1, y to the patient's back. */
function scan(field: Field, anatomical = true) {
  const at = (index: number, size: number) => (2 * index + 1) / size - 1;
  const voxels = Int16Array.from({ length: SIZES[0] * SIZES[1] * SIZES[2] }, (_, index) =>
    field(
      at(index % SIZES[0], SIZES[0]),
      at(Math.floor(index / SIZES[0]) % SIZES[1], SIZES[1]),
      at(Math.floor(index / (SIZES[0] * SIZES[1])), SIZES[2]),
    ),
  );
  return { ...createVolume({ sizes: SIZES, voxels }), anatomical };
}

const head: Field = (x, y) => {
  const radius = Math.hypot(x / 0.5, (y + 0.1) / 0.55);
  return radius > 1 ? -1000 : radius > 0.8 ? 900 : 40;
};
/** A shell about the back of the head, up to the volume's last row. */
const rest: Field = (x, y) => {
  const radius = Math.hypot(x / 0.85, (y + 0.1) / 1.095);
  return y > 0.2 && Math.abs(radius - 1) < 0.006 ? 400 : -1000;
};
const arm: Field = (x, y) => (Math.hypot(x - 0.8, y - 0.8) < 0.25 ? 700 : -1000);
/** A board of four thin sheets across all of the volume and an end that joins them, with 0.4 of the skull's voxels. */
const board: Field = (x, y) => {
  const isSheet = Math.abs(((y - 0.5) % 0.1) - 0.05) < 0.0075;
  return y > 0.55 && y < 0.95 && (isSheet || x > 0.985) ? 400 : -1000;
};
/** Two bones of a limb, of which neither is apart from the other by being thin. */
const bones: Field = (x, y) =>
  Math.hypot(x + 0.4, y + 0.5) < 0.25 || Math.hypot(x - 0.4, y + 0.3) < 0.2 ? 900 : -1000;
const LAST = (2 * 255 + 1) / SIZES[1] - 1;
/** A sheet of one voxel in the last row, of which a coarse crop has left pieces. */
const pieces: Field = (x, y) => (Math.abs(y - LAST) < 0.004 && Math.floor(8 * (x + 1)) % 2 === 0 ? 400 : -1000);
const both =
  (...fields: readonly Field[]): Field =>
  (...place) =>
    Math.max(...fields.map((field) => field(...place)));

describe('the subject of a CT', () => {
  it('is the head without its rest, with a little air, and the whole of its height', () => {
    const box = findSubject(scan(both(head, rest)), 200)!;
    const { first, last } = voxelsOfSubject(box, SIZES);
    // The head reaches from 64 to 191, and from 45 to 185.
    for (const [axis, low, high] of [
      [0, 64, 191],
      [1, 45, 185],
    ] as const) {
      expect(first[axis]).toBeLessThanOrEqual(low);
      expect(first[axis]).toBeGreaterThan(low - 10);
      expect(last[axis]).toBeGreaterThanOrEqual(high);
      expect(last[axis]).toBeLessThan(high + 10);
    }
    expect([first[2], last[2]]).toEqual([0, SIZES[2] - 1]);
  });

  it('is the head without a board of nearly half as many voxels', () => {
    const shownIn = (field: Field) => scan(field).voxels.filter((value) => value > 200).length;
    expect(shownIn(board) / shownIn(head)).toBeGreaterThan(0.36);
    expect(shownIn(board) / shownIn(head)).toBeLessThan(0.44);
    const { first, last } = voxelsOfSubject(findSubject(scan(both(head, board)), 200)!, SIZES);
    expect(last[1]).toBeLessThan(200);
    expect([first[2], last[2]]).toEqual([0, SIZES[2] - 1]);
  });

  it('is all of the bones before a board in pieces behind them, or behind one before them', () => {
    const isWhole = (field: Field) => findSubject(scan(field), 200) === undefined;
    // The bones reach from 45 to 204 along x, and from 32 to 115 along y.
    const { first, last } = voxelsOfSubject(findSubject(scan(both(bones, pieces)), 200)!, SIZES);
    expect([first[2], last[2]]).toEqual([0, SIZES[2] - 1]);
    for (const [axis, low, high] of [
      [0, 45, 204],
      [1, 32, 115],
    ] as const) {
      expect(first[axis]).toBeLessThanOrEqual(low);
      expect(first[axis]).toBeGreaterThan(low - 10);
      expect(last[axis]).toBeGreaterThanOrEqual(high);
      expect(last[axis]).toBeLessThan(high + 10);
    }
    const flipped = scan((x, y, z) => both(bones, pieces)(x, -y, z));
    expect(voxelsOfSubject(findSubject(flipped, 200)!, SIZES).first[1]).toBeGreaterThan(130);
    // Pieces that lie along a bone, do not run along the patient, or are beside the bones and not behind them, are left.
    expect(isWhole(both(bones, (x, y, z) => pieces(x, y + LAST + 0.15, z)))).toBe(true);
    expect(isWhole(both(bones, (x, y, z) => (z > 0.4 ? pieces(x, y, z) : -1000)))).toBe(true);
    expect(isWhole(both(bones, (x, y, z) => (Math.abs(y + 0.4) < 0.2 ? pieces(-0.9, x, z) : -1000)))).toBe(true);
    expect(isWhole(bones)).toBe(true);
  });

  it('is all of it where there is no rest, another part is solid, or no anatomy is known', () => {
    expect(findSubject(scan(head), 200)).toBeUndefined();
    expect(findSubject(scan(both(head, arm)), 200)).toBeUndefined();
    expect(findSubject(scan(both(head, rest, arm)), 200)).toBeUndefined();
    expect(findSubject(scan(both(head, rest), false), 200)).toBeUndefined();
    expect(
      findSubject(
        scan(() => -1000),
        200,
      ),
    ).toBeUndefined();
  });

  it('is part of the default appearance', () => {
    const appearance = defaultAppearance(scan(both(head, rest)));
    expect(appearance.kind).toBe('hounsfield');
    expect(appearance.subject).toBeDefined();
    expect(defaultAppearance(scan(head)).subject).toBeUndefined();
  });
});
