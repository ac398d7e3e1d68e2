/** Measuring by clicks and drags, and files of what was measured. */
import { beforeEach, describe, expect, it } from 'vitest';
import { createVolume, type Vec3 } from '../../../src/index.js';
import { patched } from '../../../src/recipe/scene/scene-choice.js';
import { EMPTY_DATA, type ViewerData } from '../../../src/viewer/data/viewer-data.js';
import { DOCUMENT_DEFAULTS, type DocumentPatch, type Measurement } from '../../../src/viewer/document/document.js';
import { formatMeasurementsCsv, formatMeasurementsJson } from '../../../src/viewer/measure/export-measurements.js';
import { describeMeasurement } from '../../../src/viewer/measure/measurements.js';
import { Measuring } from '../../../src/viewer/measure/measuring.js';
import { PREFERENCES_DEFAULTS, type ViewerTool } from '../../../src/viewer/preferences.js';

const volume = createVolume({ sizes: [4, 4, 4], voxels: Int16Array.from({ length: 64 }, (_, at) => at) });
const AXIAL = { right: [1, 0, 0] as Vec3, down: [0, 1, 0] as Vec3 };
const hit = (point: Vec3) => ({ point, label: undefined, triangle: undefined });

class Session {
  document = DOCUMENT_DEFAULTS;
  data: ViewerData = { ...EMPTY_DATA, volume };
  preferences = PREFERENCES_DEFAULTS;
  change(patch: DocumentPatch): void {
    this.document = patched(this.document, patch);
  }
}

let session: Session;
let measuring: Measuring;
const use = (tool: ViewerTool) => {
  session.preferences = { ...session.preferences, tool };
  measuring.forget();
};
beforeEach(() => {
  session = new Session();
  measuring = new Measuring(session);
});

describe('measuring', () => {
  it('takes a length by two clicks or by one drag, and begins another after it', async () => {
    use('length');
    await measuring.add(hit([0, 0, 0]));
    measuring.release();
    await measuring.add(hit([3, 4, 0]));
    measuring.release();
    await measuring.add(hit([1, 1, 1]));
    measuring.follow([2, 1, 1], {});
    measuring.follow([1, 1, 3], {});
    measuring.release();
    measuring.follow([9, 9, 9], {});
    expect(session.document.measurements.map(({ points }) => points)).toEqual([
      [
        [0, 0, 0],
        [3, 4, 0],
      ],
      [
        [1, 1, 1],
        [1, 1, 3],
      ],
    ]);
  });

  it('takes an angle by a drag and a click', async () => {
    use('angle');
    await measuring.add(hit([1, 0, 0]));
    measuring.follow([0, 0, 0], {});
    measuring.release();
    await measuring.add(hit([0, 2, 0]));
    const [angle] = session.document.measurements;
    expect(describeMeasurement(angle!, { unit: 'mm', valueUnit: '', values: undefined })).toEqual(['90.0°']);
  });

  it('takes regions in slices alone, by their sides', async () => {
    use('region');
    await measuring.add(hit([1, 1, 1]));
    expect(session.document.measurements).toEqual([]);
    await measuring.add(hit([0, 0, 1]), undefined, AXIAL);
    measuring.follow([2, 2, 1], {});
    measuring.release();
    expect(session.document.measurements).toEqual([
      {
        points: [
          [0, 0, 1],
          [2, 2, 1],
        ],
        region: AXIAL,
      },
    ]);
  });

  it('takes the value of a point, also where it is moved to, and none beside the volume', async () => {
    use('pick');
    await measuring.add(hit([1, 2, 3]));
    expect(session.document.measurements[0]).toEqual({ points: [[1, 2, 3]], value: 57 });
    measuring.movePoint(0, 0, [2, 2, 3], {});
    await Promise.resolve();
    expect(session.document.measurements[0]).toEqual({ points: [[2, 2, 3]], value: 58 });
    measuring.movePoint(0, 0, [2, 2, 9], {});
    await Promise.resolve();
    expect(session.document.measurements[0]).toEqual({ points: [[2, 2, 9]] });
  });

  it('names, moves and removes what was measured', async () => {
    use('length');
    await measuring.add(hit([0, 0, 0]));
    await measuring.add(hit([1, 0, 0]));
    measuring.rename(0, 'left');
    measuring.moveAll(0, [0, 0, 0], [0, 2, 0], {});
    expect(session.document.measurements).toEqual([
      {
        name: 'left',
        points: [
          [0, 2, 0],
          [1, 2, 0],
        ],
      },
    ]);
    measuring.rename(0, '');
    expect(session.document.measurements[0]).not.toHaveProperty('name');
    measuring.remove(0);
    expect(session.document.measurements).toEqual([]);
  });
});

describe('files of measurements', () => {
  const measurements: readonly Measurement[] = [
    {
      name: '=HYPERLINK("x"), "quoted"',
      points: [
        [0, 0, 0],
        [3, 4, 0],
      ],
    },
    {
      points: [
        [0, 0, 1],
        [4, 2, 1],
      ],
      region: AXIAL,
    },
    { points: [[1, 2, 3]], value: 57, label: 4 },
  ];
  const values = [undefined, { count: 7, mean: 1.5, deviation: 0.5, min: 1, max: 2 }, undefined];
  const words = { unit: 'mm', valueUnit: 'HU', isAnatomical: true };

  it('hold one line for each, and run nothing in a spreadsheet', () => {
    expect(formatMeasurementsCsv(measurements, values, words).split('\r\n')).toEqual([
      'name,kind,unit,valueUnit,length,angle,area,value,label,triangle,mean,deviation,min,max,count,x1,y1,z1,x2,y2,z2,x3,y3,z3',
      `"'=HYPERLINK(""x""), ""quoted""",length,mm,HU,5,,,,,,,,,,,0,0,0,3,4,0,,,`,
      `Region 2,region,mm,HU,,,${Math.PI * 2},,,,1.5,0.5,1,2,7,0,0,1,4,2,1,,,`,
      'Point 3,point,mm,HU,,,,57,4,,,,,,,1,2,3,,,,,,',
      '',
    ]);
  });

  it('are the same as JSON', () => {
    const { unit, space, measurements: listed } = JSON.parse(formatMeasurementsJson(measurements, values, words));
    expect({ unit, space }).toEqual({ unit: 'mm', space: 'LPS' });
    expect(listed).toMatchObject([
      { kind: 'length', length: 5 },
      { name: 'Region 2', mean: 1.5, count: 7, area: Math.PI * 2, points: measurements[1]!.points },
      { name: 'Point 3', value: 57, label: 4 },
    ]);
  });
});
