/** A trefoil knot as a closed tube, with a colour for every vertex: the sample mesh. */

/** Around the knot, and around the tube. */
const RINGS = 160;
const SIDES = 12;
const TUBE_RADIUS = 0.42;

type Point = readonly [number, number, number];

/** The trefoil in the common parametrisation by sines and cosines of one and two turns. */
const centerAt = (angle: number): Point => [
  Math.sin(angle) + 2 * Math.sin(2 * angle),
  Math.cos(angle) - 2 * Math.cos(2 * angle),
  -Math.sin(3 * angle),
];

const subtract = (a: Point, b: Point): Point => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const cross = (a: Point, b: Point): Point => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const unit = (a: Point): Point => {
  const length = Math.hypot(...a);
  return [a[0] / length, a[1] / length, a[2] / length];
};

/** The text of a PLY file. */
export function generateKnot(): string {
  const vertices: string[] = [];
  const faces: string[] = [];
  for (let ring = 0; ring < RINGS; ring++) {
    const angle = (2 * Math.PI * ring) / RINGS;
    const center = centerAt(angle);
    const along = unit(subtract(centerAt(angle + 1e-4), center));
    // Straight up the page is never along the knot, so the frame turns with the curve and closes.
    const sideways = unit(cross(along, [0, 0, 1]));
    const upwards = cross(sideways, along);
    const color = [0, 1, 2].map((channel) => Math.round(155 + 100 * Math.cos(angle - (channel * 2 * Math.PI) / 3)));
    for (let side = 0; side < SIDES; side++) {
      const turn = (2 * Math.PI * side) / SIDES;
      const place = center.map(
        (x, axis) => x + TUBE_RADIUS * (Math.cos(turn) * sideways[axis]! + Math.sin(turn) * upwards[axis]!),
      );
      vertices.push([...place.map((x) => x.toFixed(4)), ...color].join(' '));
      const [next, beside] = [(ring + 1) % RINGS, (side + 1) % SIDES];
      // Counter-clockwise as seen from outside.
      faces.push([4, ring * SIDES + side, next * SIDES + side, next * SIDES + beside, ring * SIDES + beside].join(' '));
    }
  }
  const header = [
    'ply',
    'format ascii 1.0',
    `element vertex ${vertices.length}`,
    ...['x', 'y', 'z'].map((name) => `property float ${name}`),
    ...['red', 'green', 'blue'].map((name) => `property uchar ${name}`),
    `element face ${faces.length}`,
    'property list uchar int vertex_indices',
    'end_header',
  ];
  return `${[...header, ...vertices, ...faces].join('\n')}\n`;
}
