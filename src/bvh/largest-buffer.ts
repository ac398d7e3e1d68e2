/** Whether a tree fits on a device can be told before it is built. */
import { sizeBytesOf } from '../gpu/shaders/structs.js';

/** Size of the largest buffer of a tree of that many triangles. */
export const largestBufferBytes = (triangles: number): number => sizeBytesOf('WideNode') * triangles;
