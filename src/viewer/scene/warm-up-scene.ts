/** A tiny scene whose kernels are those of a volume that is shown as a document says. */
import { computeStatistics, createVolume, type Scene } from '../../index.js';
import { EMPTY_DATA, type ViewerData } from '../data/viewer-data.js';
import type { ViewerDocument } from '../document/document.js';
import { SceneMaker } from './scene-maker.js';

/** Values of many kinds, in the commonest type: they are taken for no labels. */
const VOLUME = createVolume({
  sizes: [12, 12, 12],
  voxels: Int16Array.from({ length: 12 ** 3 }, (_, at) => at % 1000),
});
const DATA: ViewerData = { ...EMPTY_DATA, volume: VOLUME, statistics: computeStatistics(VOLUME) };

export const warmUpScene = (document: ViewerDocument): Scene => new SceneMaker().outline(DATA, document)!;
