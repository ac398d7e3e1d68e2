/** The data that the reader keeps about each slice: its position and its series. */
import { addScaled, cross, type Vec3 } from '../../../math/vec3.js';
import type { DisplayWindow } from '../../../transfer/grey-display.js';
import type { ByteSource } from '../../bytes/byte-source.js';
import * as tags from '../headers/attributes.js';
import type { Attribute, DataSet } from '../headers/data-set.js';
import type { PixelElement } from '../headers/element-scanner.js';
import { readPrivateBValue } from '../headers/read-b-value.js';
import type { DicomHeader } from '../headers/read-header.js';
import { type PixelFormat, readPixelFormat } from '../pixels/pixel-format.js';
import { FunctionalGroups } from './functional-groups.js';
import { readWindows } from './read-windows.js';

export interface Slice {
  readonly pixels: PixelFormat;
  /** Frame number within its file, from 0. */
  readonly frame: number;
  /** Centre of the first pixel, in LPS; undefined where the file does not say. */
  readonly position: Vec3 | undefined;
  /** Millimetres along the normal from somewhere, as far as the file says; for slices without a position. */
  readonly location: number | undefined;
  /** Unit vectors along rows, in which the column grows, and along columns. */
  readonly orientation: readonly [Vec3, Vec3] | undefined;
  /** Millimetres from column to column and from row to row. */
  readonly spacing: readonly [number, number] | undefined;
  /** Millimetres from slice to slice, as far as the file says. */
  readonly sliceSpacing: number | undefined;
  /** A value is stored · slope + intercept. */
  readonly slope: number;
  readonly intercept: number;
  readonly instance: number;
  /** Numbers by which slices at the same position are ordered in time, the most specific first. */
  readonly timeKeys: readonly number[];
  /** The b-value of diffusion images in s/mm²; undefined where nothing says it. */
  readonly bValue: number | undefined;
  /** Milliseconds from one frame to the next of a film, whose frames are points in time; undefined for what is no film. */
  readonly frameTimeMs: number | undefined;
  readonly acquisition: number;
  /** The common description of slices of one volume besides their orientation; people read it. */
  readonly part: string;
  /** Number of the segment in a segmentation. */
  readonly segment: number | undefined;
  /** The windows that it asks to be shown in. */
  readonly windows: readonly DisplayWindow[];
}

/** Data that all slices of a file share. */
export interface Instance {
  readonly seriesUid: string;
  readonly seriesNumber: number | undefined;
  readonly sopClassUid: string;
  readonly sopUid: string;
  readonly modality: string;
  readonly description: string;
  readonly patient: PatientData;
  readonly notes: readonly string[];
}

/** Data that identify a patient; shown on request only. */
export interface PatientData {
  /** The patient's name. */
  readonly name: string | undefined;
  /** The patient's identifier. */
  readonly id: string | undefined;
  /** The patient's date of birth, as the file writes it. */
  readonly birthDate: string | undefined;
  /** The date of the study, as the file writes it. */
  readonly studyDate: string | undefined;
}

/** Classes that store segmentations bit by bit or as labels. */
const SEGMENTATION_CLASSES = ['1.2.840.10008.5.1.4.1.1.66.4', '1.2.840.10008.5.1.4.1.1.66.7'];

export const isSegmentation = ({ sopClassUid }: Pick<Instance, 'sopClassUid'>) =>
  SEGMENTATION_CLASSES.includes(sopClassUid);

export function readInstance(dataSet: DataSet, source: ByteSource): Instance {
  const hasGreys = dataSet.has(tags.VoiLutSequence) && !dataSet.has(tags.WindowCenter);
  const notes = [
    ...(dataSet.has(tags.ModalityLutSequence) ? ['left out a look-up table of the modality'] : []),
    ...(hasGreys ? ['left out a look-up table of greys (VOI LUT); --window says which values slices show'] : []),
  ];
  return {
    seriesUid: dataSet.string(tags.SeriesInstanceUID) ?? '',
    seriesNumber: dataSet.number(tags.SeriesNumber),
    sopClassUid: dataSet.string(tags.SopClassUID) ?? '',
    sopUid: dataSet.string(tags.SopInstanceUID) ?? source.name,
    modality: dataSet.string(tags.Modality) ?? '',
    description: dataSet.string(tags.SeriesDescription) ?? '',
    patient: {
      name: dataSet.string(tags.PatientName),
      id: dataSet.string(tags.PatientID),
      birthDate: dataSet.string(tags.PatientBirthDate),
      studyDate: dataSet.string(tags.StudyDate),
    },
    notes,
  };
}

/**
 * The slices of a file: one, or one for each frame.
 * @throws InputError, without the file's name, if what describes its pixels is missing or makes no sense.
 */
export function readSlices(header: DicomHeader & { readonly pixels: PixelElement }): Slice[] {
  const { dataSet } = header;
  const pixels = readPixelFormat(header);
  const shared = dataSet.items(tags.SharedFunctionalGroupsSequence)[0];
  const perFrame = dataSet.items(tags.PerFrameFunctionalGroupsSequence);
  const implied = readImpliedPositions(dataSet);
  const ofFile = { bValue: readPrivateBValue(dataSet), frameTimeMs: readFrameTime(dataSet, pixels.frames) };
  return Array.from({ length: pixels.frames }, (_, frame) => {
    const groups = new FunctionalGroups(perFrame[frame], shared, dataSet);
    const bValue = groups.number(tags.MRDiffusionSequence, tags.DiffusionBValue) ?? ofFile.bValue;
    return { ...readSlice(groups, pixels, frame), ...ofFile, bValue, ...implied(frame, pixels.frames) };
  });
}

function readSlice(
  groups: FunctionalGroups,
  pixels: PixelFormat,
  frame: number,
): Omit<Slice, 'bValue' | 'frameTimeMs'> {
  const position = vectorOf(groups.numbers(tags.PlanePositionSequence, tags.ImagePositionPatient));
  const cosines = groups.numbers(tags.PlaneOrientationSequence, tags.ImageOrientationPatient);
  const measures = tags.PixelMeasuresSequence;
  const spacings = groups.numbers(measures, tags.PixelSpacing);
  const imager = groups.numbers(undefined, tags.ImagerPixelSpacing);
  const [rowSpacing, columnSpacing] =
    [spacings, imager].find((numbers) => numbers.length > 0) ?? readRegionSpacing(groups.root);
  const dose = groups.number(undefined, tags.DoseGridScaling);
  const transformation = tags.PixelValueTransformationSequence;
  return {
    pixels,
    frame,
    position,
    location: groups.number(undefined, tags.SliceLocation),
    orientation: orientationOf(cosines),
    spacing:
      rowSpacing && columnSpacing && rowSpacing > 0 && columnSpacing > 0 ? [columnSpacing, rowSpacing] : undefined,
    sliceSpacing:
      groups.number(measures, tags.SpacingBetweenSlices) || groups.number(measures, tags.SliceThickness) || undefined,
    slope: groups.number(transformation, tags.RescaleSlope) || dose || 1,
    intercept: groups.number(transformation, tags.RescaleIntercept) ?? 0,
    instance: groups.number(undefined, tags.InstanceNumber) ?? 0,
    timeKeys: readTimeKeys(groups),
    acquisition: groups.number(undefined, tags.AcquisitionNumber) ?? 0,
    part: describePart(groups),
    segment: groups.number(tags.SegmentIdentificationSequence, tags.ReferencedSegmentNumber),
    windows: readWindows(groups),
  };
}

/** Modalities whose files of several frames without positions are films. */
const FILMS = ['US', 'XA', 'RF', 'ES', 'XC'];

function readFrameTime(dataSet: DataSet, frames: number): number | undefined {
  const isPlaced = dataSet.has(tags.PerFrameFunctionalGroupsSequence) || dataSet.has(tags.ImagePositionPatient);
  if (frames < 2 || isPlaced) return undefined;
  // Other modalities have films where time is said to be what frames differ by, as in gated MR.
  const differsBy = dataSet.number(tags.FrameIncrementPointer);
  const isInTime = differsBy === tags.FrameTime.tag || differsBy === tags.FrameTimeVector.tag;
  if (!isInTime && !FILMS.includes(dataSet.string(tags.Modality) ?? '')) return undefined;
  // The vector's first interval is 0.
  const frameTimeMs = dataSet.number(tags.FrameTime) ?? dataSet.numbers(tags.FrameTimeVector)[1];
  const perSecond = dataSet.number(tags.CineRate);
  return frameTimeMs ?? (perSecond ? MS_PER_SECOND / perSecond : undefined);
}

const MS_PER_SECOND = 1000;

/** The unit of PS3.3, section C.8.5.5.1.15. */
const [CENTIMETRES, MM_PER_CM] = [3, 10];

/** Millimetres between the rows and the columns of ultrasound, where all regions of the picture agree; none else. */
function readRegionSpacing(dataSet: DataSet): number[] {
  const regions = dataSet.items(tags.SequenceOfUltrasoundRegions).map((region) => {
    const units = [tags.PhysicalUnitsYDirection, tags.PhysicalUnitsXDirection].map((unit) => region.number(unit));
    const deltas = [tags.PhysicalDeltaY, tags.PhysicalDeltaX].map((delta) => Math.abs(region.number(delta) ?? 0));
    return units.every((unit) => unit === CENTIMETRES) ? deltas.map((delta) => MM_PER_CM * delta) : [0, 0];
  });
  const [first] = regions;
  return first && regions.every((region) => region.join() === first.join()) && first.every((size) => size > 0)
    ? first
    : [];
}

function readTimeKeys(groups: FunctionalGroups): number[] {
  const content = tags.FrameContentSequence;
  const clock = (group: Attribute | undefined, attribute: Attribute) => {
    const [text = ''] = groups.strings(group, attribute);
    return Number(/^\d+(?:\.\d+)?/.exec(text)?.[0] ?? Number.NaN);
  };
  const keys = [
    groups.number(content, tags.TemporalPositionIndex) ?? groups.number(undefined, tags.TemporalPositionIdentifier),
    groups.number(tags.CardiacSynchronizationSequence, tags.NominalCardiacTriggerDelayTime) ??
      groups.number(undefined, tags.TriggerTime),
    groups.number(tags.MRDiffusionSequence, tags.DiffusionBValue),
    clock(content, tags.FrameAcquisitionDateTime),
    clock(undefined, tags.AcquisitionDateTime),
    clock(undefined, tags.AcquisitionDate),
    clock(undefined, tags.AcquisitionTime),
    clock(undefined, tags.ContentTime),
  ];
  return keys.map((key) => (key === undefined || Number.isNaN(key) ? 0 : key));
}

/** Slices of one volume have the same kind of image and echo, and are of one stack. */
function describePart(groups: FunctionalGroups): string {
  const frameTypes = [tags.MRImageFrameTypeSequence, tags.CTImageFrameTypeSequence].map((group) =>
    groups.strings(group, tags.FrameType),
  );
  const type = frameTypes.find((values) => values.length > 0) ?? groups.strings(undefined, tags.ImageType);
  const echo = groups.number(tags.MREchoSequence, tags.EffectiveEchoTime) ?? groups.number(undefined, tags.EchoTime);
  const echoNumber = groups.number(undefined, tags.EchoNumbers);
  const [stack] = groups.strings(tags.FrameContentSequence, tags.StackID);
  return [
    type
      .slice(2)
      .filter((value) => value !== '')
      .join(' '),
    echo === undefined ? '' : `echo time ${echo} ms`,
    echoNumber === undefined || echoNumber === 1 ? '' : `echo ${echoNumber}`,
    stack === undefined ? '' : `stack ${stack}`,
  ]
    .filter((text) => text !== '')
    .join(', ');
}

/**
 * Positions of frames that follow from the first: doses have offsets along the normal, and nuclear medicine and older
 * files of several frames a spacing.
 */
function readImpliedPositions(dataSet: DataSet): (frame: number, frames: number) => Partial<Slice> {
  const detector = dataSet.items(tags.DetectorInformationSequence)[0];
  const orientation = orientationOf(
    [dataSet, detector]
      .map((holder) => holder?.numbers(tags.ImageOrientationPatient) ?? [])
      .find((list) => list.length > 0) ?? [],
  );
  const position = vectorOf(
    [dataSet, detector]
      .map((holder) => holder?.numbers(tags.ImagePositionPatient) ?? [])
      .find((list) => list.length > 0) ?? [],
  );
  const offsets = dataSet.numbers(tags.GridFrameOffsetVector);
  const spacing = dataSet.number(tags.SpacingBetweenSlices) ?? dataSet.number(tags.SliceThickness);
  return (frame, frames) => {
    if (frames === 1 || dataSet.has(tags.PerFrameFunctionalGroupsSequence) || !orientation || !position) return {};
    const offset = offsets.length === frames ? offsets[frame]! : spacing === undefined ? undefined : frame * spacing;
    if (offset === undefined) return {};
    return { orientation, position: addScaled(position, cross(...orientation), offset) };
  };
}

function vectorOf(numbers: readonly number[]): Vec3 | undefined {
  return numbers.length === 3 ? [numbers[0]!, numbers[1]!, numbers[2]!] : undefined;
}

/** Unit vectors at right angles, or none where the numbers are far from such. */
function orientationOf(numbers: readonly number[]): Slice['orientation'] {
  if (numbers.length !== 6) return undefined;
  const [row, column] = [numbers.slice(0, 3), numbers.slice(3)].map((vector) => {
    const length = Math.hypot(...vector);
    return vector.map((value) => value / length);
  });
  const cosine = row!.reduce((sum, value, axis) => sum + value * column![axis]!, 0);
  if (!(Math.abs(cosine) < 0.1)) return undefined;
  return [row as unknown as Vec3, column as unknown as Vec3];
}
