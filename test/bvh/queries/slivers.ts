/** Triangles far longer than wide, in all directions. */
import { addScaled, type Vec3 } from '../../../src/math/vec3.js';
import { createRandom } from '../../../src/mesh/generators/random.js';
import { createMesh, type Mesh } from '../../../src/mesh/mesh.js';

/** Up to 10⁷ times as long as wide, in the cube from −1 to 1; the third corner is anywhere along the first two. */
export function createSlivers(count: number, seed: number): Mesh {
  const random = createRandom(seed);
  const vector = (): Vec3 => [2 * random() - 1, 2 * random() - 1, 2 * random() - 1];
  const positions = Array.from({ length: count }, () => {
    const [a, b] = [vector(), vector()];
    const along = random();
    const between: Vec3 = [0, 1, 2].map((axis) => a[axis]! + along * (b[axis]! - a[axis]!)) as unknown as Vec3;
    const corners = [a, b, addScaled(between, vector(), 10 ** (-7 * random()))];
    const first = Math.floor(3 * random());
    return [0, 1, 2].flatMap((corner) => corners[(first + corner) % 3]!);
  });
  return createMesh({
    positions: Float32Array.from(positions.flat()),
    triangles: Uint32Array.from({ length: 3 * count }, (_, at) => at),
  });
}
