/** Options that say what of the inputs is taken. */
import type { Option } from './option.js';
import { ANY_TEXT, CHANNELS, choice, INDEX, LABELS, POSITIVE, SPACINGS, SWITCH } from './option-types.js';

export const INPUT_OPTIONS = {
  raw: {
    part: 'input',
    group: 'Input',
    type: ANY_TEXT,
    of: 'volume',
    describe: 'The input is raw voxels: WIDTHxHEIGHTxDEPTH:TYPE:ORDER, such as 256x256x128:uint16:le',
  },
  spacing: {
    part: 'input',
    group: 'Input',
    type: SPACINGS,
    of: 'volume',
    describe: 'Voxel spacing X,Y,Z of inputs that state none: raw voxels, arrays, pictures, plain TIFF',
  },
  component: {
    part: 'input',
    group: 'Input',
    type: CHANNELS,
    of: 'volume',
    describe:
      'Component of vector data, or channel of a store, from 0; up to eight channels as 0,1,2; default: those that the store marks as active, else the first, or all of a colour volume',
  },
  time: {
    part: 'input',
    group: 'Input',
    type: INDEX,
    between: 'whole',
    of: 'volume',
    defaultDescription: '0, or the middle one where the first is nearly empty or saturated',
    describe: 'Time point of 4D data, from 0',
  },
  series: {
    part: 'input',
    group: 'Input',
    type: ANY_TEXT,
    of: 'volume',
    describe: 'Which image of several, by number or name; a DICOM series also by its UID or words of its description',
  },
  voxels: {
    part: 'input',
    group: 'Input',
    type: choice(['labels', 'values']),
    of: 'volume',
    describe: 'Whether integers are labels, each with a colour of its own, or values; default: recognised',
  },
  detail: {
    part: 'input',
    group: 'Input',
    type: INDEX,
    of: 'volume',
    defaultDescription: '0',
    describe: 'Level of a store, 0 for the finest; a level that does not fit the device is rendered in pages',
  },
  memory: {
    part: 'input',
    group: 'Input',
    type: POSITIVE,
    of: 'volume',
    defaultDescription: '1024',
    describe: 'Device memory in MiB for the voxels of a store; a level that needs more is rendered in pages',
  },
  'disk-cache': {
    part: 'input',
    group: 'Input',
    type: POSITIVE,
    isUnrecorded: true,
    notInViewer: 'is for tilecast render; browsers keep what they fetched',
    describe: 'MiB of the user’s cache folder for chunks that are fetched from stores on the web',
  },
  downsample: {
    part: 'input',
    group: 'Input',
    type: SWITCH,
    of: 'volume',
    default: true,
    describe: 'Downsample a volume that does not fit the adapter',
  },
  mask: {
    part: 'input',
    group: 'Input',
    type: ANY_TEXT,
    of: 'volume',
    describe: 'Show only what lies in the labels of this volume, or inside this mesh',
  },
  labels: {
    part: 'appearance',
    group: 'Input',
    type: LABELS,
    of: 'volume',
    describe: 'Labels of the mask to show, LABEL[:COLOR[:OPACITY]], comma-separated; default: all but 0',
  },
  'label-names': {
    part: 'appearance',
    group: 'Input',
    type: ANY_TEXT,
    of: 'volume',
    describe:
      'Names and colours of labels: a file of ITK-SNAP, 3D Slicer, FreeSurfer or BIDS, or a .csv with index and name',
  },
} as const satisfies Readonly<Record<string, Option>>;
