/** The values in the regions that are measured: found once for each, and kept as long as the region stays. */

import type { Volume } from '../../index.js';
import { volumeSource } from '../../slices/draw-slice.js';
import type { ViewerData } from '../data/viewer-data.js';
import type { Measurement } from '../document/document.js';
import { pagedSource } from '../slices/paged-slices.js';
import { ellipseOf } from './ellipse.js';
import { measureRegion, type RegionValues } from './region-values.js';

interface Found {
  readonly volume: Volume;
  readonly done: Promise<RegionValues | undefined>;
  values?: RegionValues | undefined;
}

export class MeasuredValues {
  readonly #onFound: () => void;
  readonly #found = new WeakMap<Measurement, Found>();

  /** @param onFound called when values that were requested are known. */
  constructor(onFound: () => void) {
    this.#onFound = onFound;
  }

  /** The values in a region, or undefined until they are known, without a volume and for other kinds. */
  of(measurement: Measurement, data: ViewerData): RegionValues | undefined {
    return this.#find(measurement, data)?.values;
  }

  /** The values in a region once they are known; undefined for other kinds. */
  async whenKnown(measurement: Measurement, data: ViewerData): Promise<RegionValues | undefined> {
    return this.#find(measurement, data)?.done;
  }

  #find(measurement: Measurement, data: ViewerData): Found | undefined {
    const { volume } = data;
    const ellipse = ellipseOf(measurement);
    if (!volume || !ellipse) return undefined;
    const known = this.#found.get(measurement);
    if (known?.volume === volume) return known;
    const { pages } = data;
    const measuring = pages
      ? measureRegion(pagedSource(pages), pages.level, ellipse)
      : measureRegion(volumeSource(volume), volume, ellipse);
    const done = measuring.catch(() => undefined);
    const found: Found = { volume, done };
    this.#found.set(measurement, found);
    void done.then((values) => {
      found.values = values;
      this.#onFound();
    });
    return found;
  }
}
