/** Names and colours of labels in OME-Zarr's metadata. */
import { expect, it } from 'vitest';
import { parseMultiscale } from '../../../src/files/stores/zarr/ngff.js';

const IMAGE = {
  axes: ['z', 'y', 'x'].map((name) => ({ name, type: 'space' })),
  datasets: [{ path: '0', coordinateTransformations: [{ type: 'scale', scale: [1, 1, 1] }] }],
};
const labelsOf = (label: object) =>
  parseMultiscale({ ome: { version: '0.5', multiscales: [IMAGE], 'image-label': label } })!.labels;

it('are of colours, of properties or of both, in the order of their numbers', () => {
  const label = {
    colors: [
      { 'label-value': 9, rgba: [0, 51, 255, 255] },
      { 'label-value': 0, rgba: [0, 0, 0, 0] },
      { 'label-value': 2, rgba: [255, 0, 0, 128] },
    ],
    properties: [
      { 'label-value': 2, area: 1200, class: 'foo', name: 'Nucleus' },
      { 'label-value': 4, id: 7, kind: 'cell' },
      { 'label-value': 'x', name: 'none' },
    ],
  };
  expect(labelsOf(label)).toEqual([
    { label: 2, name: 'Nucleus', color: [1, 0, 0] },
    { label: 4, name: 'cell' },
    { label: 9, name: 'Label 9', color: [0, 0.2, 1] },
  ]);
});

it('are none where there are none, and what is no colour is no colour', () => {
  expect(labelsOf({})).toBeUndefined();
  expect(labelsOf({ colors: 'red', properties: [null, 3] })).toBeUndefined();
  expect(labelsOf({ colors: [{ 'label-value': 1, rgba: [300, 0, 0] }] })).toEqual([{ label: 1, name: 'Label 1' }]);
});
