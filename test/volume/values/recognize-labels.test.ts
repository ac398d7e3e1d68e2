/** Labels and scans of many kinds, by the one rule that tells them apart. */
import { describe, expect, it } from 'vitest';
import { isLabelName, recognizeLabels } from '../../../src/volume/values/recognize-labels.js';
import { createVolume, type VoxelArray, type VoxelMeaning } from '../../../src/volume/volume.js';
import { createRandom } from '../../camera/random.js';

const SIDE = 36;
const SEEDS = [1, 2, 3] as const;

type Random = () => number;
type Field = (x: number, y: number, z: number) => number;
type Kind = (random: Random) => VoxelArray;

/** Samples a field at places from −1 to 1. */
function fill<V extends VoxelArray>(voxels: V, field: Field): V {
  const at = (index: number) => (2 * index + 1) / SIDE - 1;
  for (let index = 0; index < voxels.length; index++) {
    voxels[index] = field(at(index % SIDE), at(Math.floor(index / SIDE) % SIDE), at(Math.floor(index / SIDE ** 2)));
  }
  return voxels;
}

const bytes = (field: Field) => fill(new Uint8Array(SIDE ** 3), (x, y, z) => clamp(field(x, y, z)));
const clamp = (value: number) => Math.min(Math.max(Math.round(value), 0), 255);
const noiseOf = (random: Random) => (size: number) => 0.82 * size * (random() + random() + random() + random() - 2) * 2;
const inHead: (x: number, y: number, z: number) => boolean = (x, y, z) => Math.hypot(x, 0.9 * y, 1.1 * z) < 0.85;

type Point = readonly [number, number, number];
const pointsOf = (random: Random, count: number, reach = 1): Point[] =>
  Array.from({ length: count }, () => [
    reach * (2 * random() - 1),
    reach * (2 * random() - 1),
    reach * (2 * random() - 1),
  ]);

/** The number of the nearest point, and how much farther the next one is. */
function nearestOf(points: readonly Point[]) {
  // Plain loops over plain numbers: 47,000 voxels ask a thousand points each.
  const flat = Float64Array.from(points.flat());
  return (x: number, y: number, z: number): readonly [index: number, margin: number] => {
    let [index, best, second] = [0, Infinity, Infinity];
    for (let at = 0; at < flat.length; at += 3) {
      const [i, j, k] = [x - flat[at]!, y - flat[at + 1]!, z - flat[at + 2]!];
      const distance = i * i + j * j + k * k;
      if (distance < best) {
        second = best;
        best = distance;
        index = at / 3;
      } else if (distance < second) second = distance;
    }
    return [index, Math.sqrt(second) - Math.sqrt(best)];
  };
}

/** A smooth field from about −1 to 1, with features of about a quarter of the volume. */
function waves(random: Random, fineness = 1): Field {
  const parts = Array.from({ length: 6 }, () => ({
    turn: pointsOf(random, 1, 7 * fineness)[0]!,
    start: 7 * random(),
  }));
  return (x, y, z) =>
    parts.reduce((sum, { turn, start }) => sum + Math.sin(turn[0] * x + turn[1] * y + turn[2] * z + start), 0) / 3;
}

/** Regions of a head, each with the number that `numberOf` gives it. */
function parcels(random: Random, count: number, numberOf: (index: number) => number): Field {
  const nearest = nearestOf(pointsOf(random, count, 0.9));
  return (x, y, z) => (inHead(x, y, z) ? numberOf(nearest(x, y, z)[0]) : 0);
}

/** The distance from the axis of the nearest of some tubes. */
function vessels(random: Random): Field {
  const tubes = Array.from({ length: 8 }, () => {
    const [from, to] = [pointsOf(random, 1)[0]!, pointsOf(random, 1)[0]!];
    const along = [to[0] - from[0], to[1] - from[1], to[2] - from[2]] as const;
    return { from, along, length: along[0] ** 2 + along[1] ** 2 + along[2] ** 2 };
  });
  return (x, y, z) => {
    let nearest = Infinity;
    for (const { from, along, length } of tubes) {
      const [i, j, k] = [x - from[0], y - from[1], z - from[2]];
      const t = Math.min(Math.max((i * along[0] + j * along[1] + k * along[2]) / length, 0), 1);
      nearest = Math.min(nearest, Math.hypot(i - t * along[0], j - t * along[1], k - t * along[2]));
    }
    return nearest;
  };
}

const brain = (random: Random, texture = 30): Field => {
  const wave = waves(random);
  return (x, y, z) => (inHead(x, y, z) ? 110 + texture * wave(x, y, z) : 4);
};

const LABELS: Readonly<Record<string, Kind>> = {
  'a binary mask': (random) => {
    const wave = waves(random);
    return bytes((x, y, z) => (wave(x, y, z) > 0.2 ? 255 : 0));
  },
  'a mask of one voxel': (random) => {
    const voxels = new Uint8Array(SIDE ** 3);
    voxels[Math.floor(random() * voxels.length)] = 1;
    return voxels;
  },
  'a mask of vessels': (random) => {
    const distance = vessels(random);
    return bytes((x, y, z) => (distance(x, y, z) < 0.06 ? 1 : 0));
  },
  'vessels with a number each': (random) => {
    const tubes = Array.from({ length: 5 }, () => vessels(random));
    return fill(new Uint8Array(SIDE ** 3), (x, y, z) => 1 + tubes.findIndex((distance) => distance(x, y, z) < 0.07));
  },
  'classes of tissue': (random) => {
    const wave = waves(random);
    return bytes((x, y, z) => (inHead(x, y, z) ? 1 + Math.floor(1.5 + 1.49 * Math.sin(3 * wave(x, y, z))) : 0));
  },
  'a parcellation in order': (random) => bytes(parcels(random, 90, (index) => 1 + index)),
  'a parcellation with large and sparse numbers': (random) => {
    const numbers = Array.from(
      { length: 70 },
      (_, index) => (index % 2) * 11_000 + 2 ** Math.floor(13 * random()) + index,
    );
    return fill(
      new Int32Array(SIDE ** 3),
      parcels(random, 70, (index) => numbers[index]!),
    );
  },
  'a parcellation as floats, with −1 outside': (random) => {
    const regions = parcels(random, 40, (index) => 2 + index);
    return fill(new Float32Array(SIDE ** 3), (x, y, z) => regions(x, y, z) - 1);
  },
  'a parcellation whose numbers follow its places': (random) => {
    // Atlases number from front to back, in two halves.
    const points = pointsOf(random, 60, 0.9).sort((a, b) => a[1] - b[1]);
    const nearest = nearestOf(points);
    return bytes((x, y, z) => (inHead(x, y, z) ? 1 + ((37 * nearest(x, y, z)[0]) % 60) + (x > 0 ? 100 : 0) : 0));
  },
  'thousands of cells with membranes between them': (random) => {
    const nearest = nearestOf(pointsOf(random, 1000));
    return fill(new Uint16Array(SIDE ** 3), (x, y, z) => {
      const [cell, margin] = nearest(x, y, z);
      return margin < 0.025 ? 0 : 1 + cell;
    });
  },
  'cells that fill space': (random) => {
    const nearest = nearestOf(pointsOf(random, 500));
    return fill(new Uint32Array(SIDE ** 3), (x, y, z) => 70_000 + nearest(x, y, z)[0] * 3);
  },
  'a phantom of blocks': (random) => {
    const grey = Array.from({ length: 64 }, () => 1 + Math.floor(254 * random()));
    const at = (place: number) => Math.floor(2 * (place + 1));
    return bytes((x, y, z) => grey[at(x) + 4 * at(y) + 16 * at(z)]!);
  },
  'nodules in a lung': (random) => {
    const nearest = nearestOf(pointsOf(random, 20));
    return bytes((x, y, z) => {
      const [nodule, margin] = nearest(x, y, z);
      return margin > 0.4 ? 1 + nodule : 0;
    });
  },
};

const SCANS: Readonly<Record<string, Kind>> = {
  'a noisy scan of 8 bits': (random) => {
    const noise = noiseOf(random);
    const head = brain(random);
    return bytes((x, y, z) => head(x, y, z) + noise(12));
  },
  'a scan of 8 bits whose neighbours are mostly alike': (random) => {
    const noise = noiseOf(random);
    const head = brain(random, 60);
    // Half of the noise is below a step.
    return bytes((x, y, z) => head(x, y, z) + (random() < 0.3 ? noise(4) : 0));
  },
  'a scan whose brightest voxels are all 255': (random) => {
    const noise = noiseOf(random);
    const wave = waves(random);
    return bytes((x, y, z) => (inHead(x, y, z) ? 255 + 120 * wave(x, y, z) + noise(10) : 2));
  },
  'a smoothed scan': (random) => bytes(brain(random, 70)),
  'a very smooth scan in many steps': (random) => {
    const wave = waves(random, 0.15);
    return bytes((x, y, z) => 60 + 25 * wave(x, y, z));
  },
  'a scan in 12 steps': (random) => {
    const wave = waves(random);
    return bytes((x, y, z) => 20 * Math.round(6 + 5.5 * wave(x, y, z)));
  },
  'a scan in 32 steps': (random) => {
    const head = brain(random, 90);
    return bytes((x, y, z) => 8 * Math.round(head(x, y, z) / 8));
  },
  'a CT without a sign, with padding': (random) => {
    const noise = noiseOf(random);
    const head = brain(random, 60);
    return fill(new Uint16Array(SIDE ** 3), (x, y, z) =>
      Math.hypot(x, y) > 0.98 ? 0 : Math.round(inHead(x, y, z) ? 1000 + head(x, y, z) + noise(15) : 24 + noise(15)),
    );
  },
  'a probability of 0 to 255': (random) => {
    const wave = waves(random);
    return bytes((x, y, z) => 128 + 500 * wave(x, y, z));
  },
  'a smoothed mask': (random) => {
    const distance = vessels(random);
    return bytes((x, y, z) => 255 * Math.min(Math.max(2 - distance(x, y, z) / 0.08, 0), 1));
  },
  'counts of few photons': (random) =>
    bytes((x, y, z) => (inHead(x, y, z) ? Math.floor(-5 * Math.log(1 - random())) : 0)),
  'noise alone': (random) => bytes(() => 255 * random()),
  'a noisy scan of which each voxel is a block': (random) => {
    const noise = noiseOf(random);
    const head = brain(random);
    const coarse = new Map<string, number>();
    const place = (at: number) => (Math.floor(((at + 1) / 2) * (SIDE / 3)) + 0.5) * (6 / SIDE) - 1;
    return bytes((x, y, z) => {
      const [i, j, k] = [place(x), place(y), place(z)];
      const key = `${i} ${j} ${k}`;
      if (!coarse.has(key)) coarse.set(key, head(i, j, k) + noise(12));
      return coarse.get(key)!;
    });
  },
  'vessels in angiography': (random) => {
    const noise = noiseOf(random);
    const distance = vessels(random);
    return bytes((x, y, z) => 30 + 200 * Math.exp(-((distance(x, y, z) / 0.07) ** 2)) + noise(10));
  },
};

const volumeOf = (voxels: VoxelArray, meaning?: VoxelMeaning) =>
  createVolume({ sizes: [SIDE, SIDE, SIDE], voxels, ...(meaning && { meaning }) });

describe.each(SEEDS)('with seed %i', (seed) => {
  it.each(Object.entries(LABELS))('%s are labels', (_, make) => {
    expect(recognizeLabels(volumeOf(make(createRandom(seed))))).toEqual({ isLabels: true, isGuess: true });
  });

  it.each(Object.entries(SCANS))('%s are values', (_, make) => {
    expect(recognizeLabels(volumeOf(make(createRandom(seed)))).isLabels).toBe(false);
  });
});

describe('what is said of voxels', () => {
  const scan = SCANS['a smoothed scan']!(createRandom(5));
  const parcellation = LABELS['a parcellation in order']!(createRandom(5));

  it('counts more than what they look like', () => {
    expect(recognizeLabels(volumeOf(scan, 'labels'))).toEqual({ isLabels: true, isGuess: false });
    for (const meaning of ['values', 'statistic'] as const) {
      expect(recognizeLabels(volumeOf(parcellation, meaning))).toEqual({ isLabels: false, isGuess: false });
    }
  });

  it.each([0.1, 0.3, 0.6] as const)('does not make labels of counts of photons: %s a voxel', (mean) => {
    for (const seed of SEEDS) {
      const random = createRandom(seed);
      const voxels = Uint8Array.from({ length: 16 ** 3 }, () => {
        // D. Knuth's way to draw from a Poisson distribution.
        let [events, left] = [0, random()];
        for (; left > Math.exp(-mean); left *= random()) events++;
        return events;
      });
      expect(recognizeLabels(createVolume({ sizes: [16, 16, 16], voxels })).isLabels, `seed ${seed}`).toBe(false);
    }
  });

  it('does not make labels of fractions', () => {
    expect(
      recognizeLabels(
        volumeOf(
          Float32Array.from(scan, (value) => value / 7),
          'labels',
        ),
      ).isLabels,
    ).toBe(false);
  });

  it('by their name is a hint alone', () => {
    const noisy = SCANS['a noisy scan of 8 bits']!(createRandom(5));
    expect(recognizeLabels(volumeOf(noisy, 'perhaps labels')).isLabels).toBe(false);
    const steps = SCANS['a very smooth scan in many steps']!(createRandom(5));
    expect(recognizeLabels(volumeOf(steps)).isLabels).toBe(false);
    expect(recognizeLabels(volumeOf(steps, 'perhaps labels'))).toEqual({ isLabels: true, isGuess: true });
  });

  it.each(['sub-01_dseg.nii.gz', 'aparc+aseg.mgz', 'liver-seg.nrrd', 'a/labels/0', 'brain_mask.nii', 'x.seg.nrrd'])(
    '%s is a name of labels',
    (name) => expect(isLabelName(name)).toBe(true),
  );

  it.each([
    'sub-01_T1w.nii.gz',
    'label-GM_probseg.nii.gz',
    'segue.nrrd',
    'masked.nii',
    'brainmask.mgz',
    '/labels/b/c.mha',
  ])('%s is none', (name) => expect(isLabelName(name)).toBe(false));
});

describe('a few voxels that probes of a large volume miss', () => {
  const SIZES = [110, 110, 110] as const;
  /** The probes of as many voxels are every third. */
  const STRIDE = 3;
  const missed = (random: Random) => {
    const index = Math.floor(random() * (SIZES[0] ** 3 - 2));
    return index % STRIDE === 0 ? index + 1 : index;
  };
  const holding = (voxels: VoxelArray, meaning?: VoxelMeaning) =>
    createVolume({ sizes: [...SIZES], voxels, ...(meaning && { meaning }) });
  const scatter = <V extends VoxelArray>(voxels: V, random: Random, numberAt: (at: number) => number): V => {
    for (let at = 0; at < 8; at++) voxels[missed(random)] = numberAt(at);
    return voxels;
  };

  it.each(SEEDS)('are labels where they are landmarks (seed %i)', (seed) => {
    for (const create of [Uint8Array, Int16Array, Float32Array]) {
      const voxels = scatter(new create(SIZES[0] ** 3), createRandom(seed), (at) => 1 + at);
      expect(recognizeLabels(holding(voxels))).toEqual({ isLabels: true, isGuess: true });
      expect(recognizeLabels(holding(voxels, 'labels'))).toEqual({ isLabels: true, isGuess: false });
      expect(recognizeLabels(holding(voxels, 'values')).isLabels).toBe(false);
    }
  });

  it.each(SEEDS)('are values where they are fractions, below zero, or a spot of several (seed %i)', (seed) => {
    const random = createRandom(seed);
    expect(recognizeLabels(holding(scatter(new Float32Array(SIZES[0] ** 3), random, (at) => at + 0.5))).isLabels).toBe(
      false,
    );
    expect(recognizeLabels(holding(scatter(new Int16Array(SIZES[0] ** 3), random, (at) => at - 4))).isLabels).toBe(
      false,
    );
    const spot = new Uint8Array(SIZES[0] ** 3);
    const place = STRIDE * 5 * 7 * 11 + 1;
    spot.set([200, 150], place);
    expect(recognizeLabels(holding(spot)).isLabels).toBe(false);
    spot.set([200, 200], place);
    expect(recognizeLabels(holding(spot)).isLabels).toBe(true);
    expect(recognizeLabels(holding(new Uint8Array(SIZES[0] ** 3))).isLabels).toBe(false);
  });
});
