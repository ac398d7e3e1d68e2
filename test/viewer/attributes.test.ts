/** Attributes: the command line's options in its own words, and what is refused. */
import { describe, expect, it } from 'vitest';
import { RENDER_OPTIONS } from '../../src/cli/render/render-options.js';
import { InputError } from '../../src/index.js';
import { ATTRIBUTES, readAttribute } from '../../src/viewer/attributes.js';
import { DOCUMENT_DEFAULTS, meshStyleOf, patchDocument } from '../../src/viewer/document/document.js';
import { parseViewerDocument } from '../../src/viewer/document/recipe.js';

const read = (name: string, text: string, before = DOCUMENT_DEFAULTS) => readAttribute(name, text, before);

describe('an attribute', () => {
  it.each([
    ['shadows', '', { shadows: true }],
    ['quality', 'plain', { quality: 'plain' }],
    [
      'clip',
      '1,0,0,5 0,0,-1,2',
      {
        clip: [
          { normal: [1, 0, 0], offset: 5 },
          { normal: [0, 0, -1], offset: 2 },
        ],
      },
    ],
    ['crop', '2:5,:7,3:', { crop: { first: [2, 0, 3], last: [5, 7, Number.MAX_SAFE_INTEGER] } }],
    ['labels', '1:#ff0000:0.5,7', { labels: [{ label: 1, color: [1, 0, 0], opacity: 0.5 }, { label: 7 }] }],
    ['light', '1,2,3', { shading: { light: [1, 2, 3] } }],
    ['ambient-occlusion', '8', { occlusionRays: 8 }],
  ])('%s="%s" says what the option does', (name, text, document) => {
    expect(read(name, text)).toEqual({ document });
  });

  it('takes a transfer function by its name or as JSON, and says what is wrong with it', () => {
    expect(read('transfer', 'bone')).toEqual({ document: { preset: 'bone', transfer: undefined } });
    const json = '{"colors": [{"value": 3, "color": "#ff0000"}], "opacities": [{"value": 3, "opacity": 0.5}]}';
    expect(read('transfer', json).document).toMatchObject({ transfer: { colors: [{ value: 3, color: [1, 0, 0] }] } });
    expect(() => read('transfer', '{"colours": []}')).toThrow('transfer: unknown key "colours"');
  });

  it('has the name of an option of the command line, unless it is about the page', () => {
    const own = ['src', 'layout', 'navigation', 'panel', 'budget', 'frames'];
    expect(ATTRIBUTES.filter((name) => !Object.hasOwn(RENDER_OPTIONS, name)).sort()).toEqual(
      own.filter((name) => !Object.hasOwn(RENDER_OPTIONS, name)).sort(),
    );
  });

  it('is for all meshes with one value, and for each with several', () => {
    const all = patchDocument(DOCUMENT_DEFAULTS, read('mesh-opacity', '0.5').document!);
    expect([0, 1].map((index) => meshStyleOf(all, index).opacity)).toEqual([0.5, 0.5]);
    const each = patchDocument(all, read('mesh-color', '#ff0000 #00ff00', all).document!);
    expect(meshStyleOf(each, 1)).toMatchObject({ color: [0, 1, 0], opacity: 0.5 });
    const moved = patchDocument(each, read('transform', '1,0,0,5,0,1,0,6,0,0,1,7', each).document!);
    expect(meshStyleOf(moved, 2).transform?.origin).toEqual([5, 6, 7]);
  });

  it.each([
    ['clip', '1,2,3', 'clip: must be 4 numbers by commas, not "1,2,3"'],
    ['crop', '1,2', 'crop: must be I0:I1,J0:J1,K0:K1, not "1,2"'],
    ['reflections', '17', 'reflections: must be from 0 to 16, not 17'],
    ['step', '0', 'step: must be greater than 0, not 0'],
    ['mode', 'xray', 'mode: "xray" is none of composite, mip, minip, average, isosurface'],
    ['transform', '1,2', 'transform: must be 12 or 16 numbers by commas, row by row, not 2'],
    ['window', '5,2', 'window: must be LO,HI with LO below HI, not "5,2"'],
  ])('%s="%s" is refused', (name, text, message) => {
    expect(() => read(name, text)).toThrow(new InputError(message));
  });
});

describe('a picture of the command line', () => {
  it('is opened with its cuts, its light and its meshes', () => {
    const recipe = {
      inputs: [],
      options: { clip: ['1,0,0,3'], crop: '0:4,1:5,2:6', ambient: '0.4', 'mesh-color': ['#00ff00'], shadows: true },
    };
    expect(parseViewerDocument(JSON.stringify(recipe), 'picture.png')).toMatchObject({
      clip: [{ normal: [1, 0, 0], offset: 3 }],
      crop: { first: [0, 1, 2], last: [4, 5, 6] },
      shading: { ambient: 0.4 },
      meshStyle: { color: [0, 1, 0] },
      shadows: true,
    });
    const bad = { inputs: [], options: { step: 'x' } };
    expect(() => parseViewerDocument(JSON.stringify(bad), 'picture.png')).toThrow(
      'picture.png: its --step: "x" is not a number',
    );
  });
});
