/** The attributes of DICOM data sets that tilecast reads (PS3.6). */
import type { Attribute } from './data-set.js';

const attribute = (tag: number, vr: string): Attribute => ({ tag, vr });

export const TransferSyntaxUID = attribute(0x00020010, 'UI');

export const DirectoryRecordSequence = attribute(0x00041220, 'SQ');
export const ReferencedFileID = attribute(0x00041500, 'CS');

export const ImageType = attribute(0x00080008, 'CS');
export const SopClassUID = attribute(0x00080016, 'UI');
export const SopInstanceUID = attribute(0x00080018, 'UI');
export const StudyDate = attribute(0x00080020, 'DA');
export const AcquisitionDate = attribute(0x00080022, 'DA');
export const AcquisitionDateTime = attribute(0x0008002a, 'DT');
export const AcquisitionTime = attribute(0x00080032, 'TM');
export const ContentTime = attribute(0x00080033, 'TM');
export const Modality = attribute(0x00080060, 'CS');
export const SeriesDescription = attribute(0x0008103e, 'LO');
export const FrameType = attribute(0x00089007, 'CS');

export const PatientName = attribute(0x00100010, 'PN');
export const PatientID = attribute(0x00100020, 'LO');
export const PatientBirthDate = attribute(0x00100030, 'DA');

export const CineRate = attribute(0x00180040, 'IS');
export const SliceThickness = attribute(0x00180050, 'DS');
export const EchoTime = attribute(0x00180081, 'DS');
export const EchoNumbers = attribute(0x00180086, 'IS');
export const SpacingBetweenSlices = attribute(0x00180088, 'DS');
export const TriggerTime = attribute(0x00181060, 'DS');
export const FrameTime = attribute(0x00181063, 'DS');
export const FrameTimeVector = attribute(0x00181065, 'DS');
export const FrameIncrementPointer = attribute(0x00280009, 'AT');
export const ImagerPixelSpacing = attribute(0x00181164, 'DS');
export const SequenceOfUltrasoundRegions = attribute(0x00186011, 'SQ');
export const PhysicalUnitsXDirection = attribute(0x00186024, 'US');
export const PhysicalUnitsYDirection = attribute(0x00186026, 'US');
export const PhysicalDeltaX = attribute(0x0018602c, 'FD');
export const PhysicalDeltaY = attribute(0x0018602e, 'FD');
export const FrameAcquisitionDateTime = attribute(0x00189074, 'DT');
export const EffectiveEchoTime = attribute(0x00189082, 'FD');
export const DiffusionBValue = attribute(0x00189087, 'FD');
export const MREchoSequence = attribute(0x00189114, 'SQ');
export const MRDiffusionSequence = attribute(0x00189117, 'SQ');
export const CardiacSynchronizationSequence = attribute(0x00189118, 'SQ');
export const MRImageFrameTypeSequence = attribute(0x00189226, 'SQ');
export const CTImageFrameTypeSequence = attribute(0x00189329, 'SQ');

export const SeriesInstanceUID = attribute(0x0020000e, 'UI');
export const SeriesNumber = attribute(0x00200011, 'IS');
export const AcquisitionNumber = attribute(0x00200012, 'IS');
export const InstanceNumber = attribute(0x00200013, 'IS');
export const ImagePositionPatient = attribute(0x00200032, 'DS');
export const ImageOrientationPatient = attribute(0x00200037, 'DS');
export const TemporalPositionIdentifier = attribute(0x00200100, 'IS');
export const SliceLocation = attribute(0x00201041, 'DS');
export const StackID = attribute(0x00209056, 'SH');
export const FrameContentSequence = attribute(0x00209111, 'SQ');
export const PlanePositionSequence = attribute(0x00209113, 'SQ');
export const PlaneOrientationSequence = attribute(0x00209116, 'SQ');
export const TemporalPositionIndex = attribute(0x00209128, 'UL');
export const NominalCardiacTriggerDelayTime = attribute(0x00209153, 'FD');

export const SamplesPerPixel = attribute(0x00280002, 'US');
export const PhotometricInterpretation = attribute(0x00280004, 'CS');
export const PlanarConfiguration = attribute(0x00280006, 'US');
export const NumberOfFrames = attribute(0x00280008, 'IS');
export const Rows = attribute(0x00280010, 'US');
export const Columns = attribute(0x00280011, 'US');
export const PixelSpacing = attribute(0x00280030, 'DS');
export const BitsAllocated = attribute(0x00280100, 'US');
export const BitsStored = attribute(0x00280101, 'US');
export const HighBit = attribute(0x00280102, 'US');
export const PixelRepresentation = attribute(0x00280103, 'US');
export const PixelPaddingValue = attribute(0x00280120, 'US');
export const PixelPaddingRangeLimit = attribute(0x00280121, 'US');
export const WindowCenter = attribute(0x00281050, 'DS');
export const WindowWidth = attribute(0x00281051, 'DS');
export const RescaleIntercept = attribute(0x00281052, 'DS');
export const RescaleSlope = attribute(0x00281053, 'DS');
export const WindowCenterWidthExplanation = attribute(0x00281055, 'LO');
export const VoiLutFunction = attribute(0x00281056, 'CS');
export const ModalityLutSequence = attribute(0x00283000, 'SQ');
export const VoiLutSequence = attribute(0x00283010, 'SQ');
/** Descriptors of the palettes of red, green and blue, and their data. */
export const PALETTE_DESCRIPTORS = [0x00281101, 0x00281102, 0x00281103].map((tag) => attribute(tag, 'US'));
export const PALETTE_DATA = [0x00281201, 0x00281202, 0x00281203].map((tag) => attribute(tag, 'OW'));
export const PixelMeasuresSequence = attribute(0x00289110, 'SQ');
export const FrameVoiLutSequence = attribute(0x00289132, 'SQ');
export const PixelValueTransformationSequence = attribute(0x00289145, 'SQ');

export const DetectorInformationSequence = attribute(0x00540022, 'SQ');

export const SegmentationType = attribute(0x00620001, 'CS');
export const SegmentSequence = attribute(0x00620002, 'SQ');
export const SegmentNumber = attribute(0x00620004, 'US');
export const SegmentLabel = attribute(0x00620005, 'LO');
export const SegmentIdentificationSequence = attribute(0x0062000a, 'SQ');
export const ReferencedSegmentNumber = attribute(0x0062000b, 'US');
export const RecommendedDisplayCIELabValue = attribute(0x0062000d, 'US');
export const MaximumFractionalValue = attribute(0x0062000e, 'US');

export const StructureSetRoiSequence = attribute(0x30060020, 'SQ');
export const RoiNumber = attribute(0x30060022, 'IS');
export const RoiName = attribute(0x30060026, 'LO');
export const RoiDisplayColor = attribute(0x3006002a, 'IS');
export const RoiContourSequence = attribute(0x30060039, 'SQ');
export const ContourSequence = attribute(0x30060040, 'SQ');
export const ContourGeometricType = attribute(0x30060042, 'CS');
export const ContourData = attribute(0x30060050, 'DS');
export const ReferencedRoiNumber = attribute(0x30060084, 'IS');

export const GridFrameOffsetVector = attribute(0x3004000c, 'DS');
export const DoseGridScaling = attribute(0x3004000e, 'DS');

export const SharedFunctionalGroupsSequence = attribute(0x52009229, 'SQ');
export const PerFrameFunctionalGroupsSequence = attribute(0x52009230, 'SQ');
