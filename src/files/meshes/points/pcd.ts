/** Reads clouds of points of the Point Cloud Library (.pcd): as text, binary and compressed, with colours and values. */
import { nameInErrors } from '../../bytes/name-in-errors.js';
import { type MeshReader, noteLeftOut } from '../mesh-file.js';
import { finishPoints, type PointCloud } from './finish-points.js';
import { type PcdColumn, readPcdData } from './pcd-data.js';
import { type PcdField, parsePcdHeader } from './pcd-header.js';

/** Fields that are no values: places, directions, packed colours and padding. */
const NO_VALUES = /^(?:[xyz]|normal_[xyz]|n[xyz]|rgba?|_)$/;

/** Reads a ball for each point; fields of one number a point are its colour and its values. */
export const readPcd: MeshReader = ({ name, bytes }) =>
  nameInErrors(name, async () => {
    const header = parsePcdHeader(bytes);
    const columns = readPcdData(bytes, header);
    const { fields, points, viewpoint } = header;
    const column = (wanted: string) => columns[fields.findIndex((field) => field.name === wanted)];
    const coordinates = ['x', 'y', 'z'].map((axis) => column(axis)!);
    const values = fields.flatMap((field, index) =>
      columns[index] && !NO_VALUES.test(field.name) ? [{ name: field.name, at: columns[index].at }] : [],
    );
    const wide = fields.filter((field) => field.count > 1 && field.name !== '_');
    const cloud: PointCloud = {
      count: points,
      coordinate: (point, axis) => coordinates[axis]!.at(point),
      color: findColor(fields, column),
      values,
    };
    return finishPoints(cloud, [
      ...noteLeftOut(wide.length, `fields of several numbers: ${wide.map((field) => field.name).join(', ')}`),
      ...(viewpoint ? [`was taken from the viewpoint ${viewpoint}, by which its points are not moved`] : []),
    ]);
  });

function findColor(fields: readonly PcdField[], column: (name: string) => PcdColumn | undefined): PointCloud['color'] {
  const packed = fields.find((field) => /^rgba?$/.test(field.name) && field.count === 1);
  const bits = packed && column(packed.name)!.bits;
  if (!bits) return undefined;
  return (point) => {
    const word = bits(point);
    return [(word >> 16) & 255, (word >> 8) & 255, word & 255];
  };
}
