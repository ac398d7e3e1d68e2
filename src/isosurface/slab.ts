/** A slab of the grid on the device: its values, and the vertices and triangles made from them. */
import { allocateStorage, createConstants, readWords } from '../gpu/allocate-storage.js';
import type { Gpu } from '../gpu/gpu.js';
import type { Kernel } from '../gpu/kernels.js';
import { packStruct } from '../gpu/shaders/structs.js';
import { submitPass } from '../gpu/submit-pass.js';
import { cellCases } from '../mesh/cell-cases.js';
import { encodeLoop } from '../split/encode-loop.js';
import { Scanner } from '../split/scan.js';
import { fillDifferences, type IsosurfaceGrid } from '../volume/grids/isosurface-grid.js';

export interface SlabKernels {
  readonly count: Kernel<'isosurface/count.wgsl'>;
  readonly vertices: Kernel<'isosurface/vertices.wgsl'>;
  readonly triangles: Kernel<'isosurface/triangles.wgsl'>;
}

async function loadSlabKernels({ kernels }: Gpu): Promise<SlabKernels> {
  const [count, vertices, triangles] = await Promise.all([
    kernels.get('isosurface/count.wgsl'),
    kernels.get('isosurface/vertices.wgsl'),
    kernels.get('isosurface/triangles.wgsl'),
  ]);
  return { count, vertices, triangles };
}

/** Which layers of points a slab has as its own. */
export interface SlabRange {
  readonly first: number;
  readonly layers: number;
}

export interface SlabSurface {
  /** Three coordinates per vertex, in index space. */
  readonly positions: Float32Array;
  /** Three vertices per triangle, numbered through all slabs. */
  readonly triangles: Uint32Array;
}

type SlabBuffers = Readonly<Record<'differences' | 'vertex_counts' | 'triangle_counts', GPUBuffer>>;

/** Extracts slab after slab with the same buffers. */
export class SlabExtractor {
  readonly #gpu: Gpu;
  readonly #grid: IsosurfaceGrid;
  readonly #kernels: SlabKernels;
  readonly #scanner: Scanner;
  readonly #buffers: SlabBuffers;
  readonly #cases: Readonly<Record<'case_counts' | 'cases', GPUBuffer>>;
  readonly #differences: Float32Array<ArrayBuffer>;

  private constructor(
    gpu: Gpu,
    grid: IsosurfaceGrid,
    { kernels, scanner, buffers }: { kernels: SlabKernels; scanner: Scanner; buffers: SlabBuffers },
    valueCount: number,
  ) {
    this.#gpu = gpu;
    this.#grid = grid;
    this.#kernels = kernels;
    this.#scanner = scanner;
    this.#buffers = buffers;
    this.#differences = new Float32Array(valueCount);
    const { counts, loops } = cellCases();
    this.#cases = {
      case_counts: createConstants(gpu, 'isosurface.case-counts', [...counts]),
      cases: createConstants(gpu, 'isosurface.cases', [...loops]),
    };
  }

  /**
   * @param layersMax of a slab.
   * @throws InputError if the adapter has no buffers for one, DeviceError where it has no memory.
   */
  static async create(gpu: Gpu, grid: IsosurfaceGrid, layersMax: number): Promise<SlabExtractor> {
    const perLayer = grid.points[0] * grid.points[1];
    // The layer that the next slab begins with is counted as well, and a sum comes after the last point.
    const length = perLayer * (layersMax + 1) + 1;
    const valueCount = perLayer * (layersMax + 2);
    const kernels = await loadSlabKernels(gpu);
    const scanner = await Scanner.create(gpu, { length });
    const words = { differences: valueCount, vertex_counts: length, triangle_counts: length };
    const buffers = await allocateStorage(gpu, 'isosurface', words);
    return new SlabExtractor(gpu, grid, { kernels, scanner, buffers }, valueCount);
  }

  /** @param firstVertex how many the slabs before have. */
  async extract({ first, layers }: SlabRange, firstVertex: number): Promise<SlabSurface> {
    const { points, volume, padding } = this.#grid;
    const [columns, rows, all] = points;
    const countedLayers = Math.min(layers + 1, all - first);
    const valueLayers = Math.min(layers + 2, all - first);
    fillDifferences(this.#grid, first, valueLayers, this.#differences);
    const { differences, vertex_counts, triangle_counts } = this.#buffers;
    const { queue } = this.#gpu.device;
    queue.writeBuffer(differences, 0, this.#differences, 0, columns * rows * valueLayers);
    const slab = createConstants(
      this.#gpu,
      'isosurface.slab',
      packStruct('IsosurfaceSlab', {
        points: [columns, rows, countedLayers],
        value_layers: valueLayers,
        sizes: volume.sizes,
        own_layers: layers,
        padding,
        first_layer: first,
        first_vertex: firstVertex,
        cell_layers: countedLayers - 1,
      }),
    );
    try {
      const pointCount = columns * rows * countedLayers;
      const inputs = { slab, differences, ...this.#cases };
      submitPass(this.#gpu, 'isosurface.count', (pass) => {
        encodeLoop(this.#gpu, pass, this.#kernels.count, { ...inputs, vertex_counts, triangle_counts }, pointCount + 1);
        this.#scanner.encode(pass, vertex_counts);
        this.#scanner.encode(pass, triangle_counts);
      });
      const offsets = { vertex_offsets: vertex_counts, triangle_offsets: triangle_counts };
      const [vertexCount, triangleCount] = await this.#readTotals(columns * rows * layers, pointCount);
      return await this.#write({ ...inputs, ...offsets }, vertexCount, triangleCount, pointCount);
    } finally {
      slab.destroy();
    }
  }

  /** How many vertices come before the next slab's layer, and how many triangles there are. */
  async #readTotals(ownPoints: number, pointCount: number): Promise<[number, number]> {
    const { vertex_counts, triangle_counts } = this.#buffers;
    const { totals } = await allocateStorage(this.#gpu, 'isosurface', { totals: 2 });
    const encoder = this.#gpu.device.createCommandEncoder({ label: 'isosurface.totals' });
    encoder.copyBufferToBuffer(vertex_counts, 4 * ownPoints, totals, 0, 4);
    encoder.copyBufferToBuffer(triangle_counts, 4 * pointCount, totals, 4, 4);
    this.#gpu.device.queue.submit([encoder.finish()]);
    const [words] = await readWords(this.#gpu, [{ buffer: totals, length: 2 }]);
    totals.destroy();
    return [words![0]!, words![1]!];
  }

  async #write(
    inputs: Readonly<Record<string, GPUBuffer>>,
    vertexCount: number,
    triangleCount: number,
    pointCount: number,
  ): Promise<SlabSurface> {
    const words = { positions: 3 * vertexCount, triangles: 3 * triangleCount };
    const outputs = await allocateStorage(this.#gpu, 'isosurface', words);
    submitPass(this.#gpu, 'isosurface.write', (pass) => {
      encodeLoop(this.#gpu, pass, this.#kernels.vertices, { ...inputs, ...outputs }, pointCount);
      encodeLoop(this.#gpu, pass, this.#kernels.triangles, { ...inputs, ...outputs }, pointCount);
    });
    const [positions, triangles] = await readWords(this.#gpu, [
      { buffer: outputs.positions, length: words.positions },
      { buffer: outputs.triangles, length: words.triangles },
    ]);
    for (const buffer of Object.values(outputs)) buffer.destroy();
    return { positions: new Float32Array(positions!.buffer, 0, words.positions), triangles: triangles! };
  }

  destroy(): void {
    for (const resource of [...Object.values(this.#buffers), ...Object.values(this.#cases), this.#scanner]) {
      resource.destroy();
    }
  }
}
