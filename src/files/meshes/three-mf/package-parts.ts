/** The parts of a 3MF package, which is a zip archive: ECMA-376 part 2, Open Packaging Conventions. */
import { InputError } from '../../../errors.js';
import type { Budget } from '../../bytes/budget.js';
import type { ByteSource, FileFolder } from '../../bytes/byte-source.js';
import { childrenOf, parseXml } from '../../bytes/text/xml.js';

const MODEL_TYPE = 'http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel';

/**
 * The path of the model that the package begins with: the one that its relationships name, or its only one.
 * @throws InputError if there is none.
 */
export async function findRootPart(folder: FileFolder, budget: Budget): Promise<string> {
  const relationships = findPart(folder, '_rels/.rels');
  if (relationships) {
    const root = parseXml(await readWithin(relationships, budget));
    const model = childrenOf(root, 'Relationship').find(({ attributes }) => attributes.get('Type') === MODEL_TYPE);
    const target = model?.attributes.get('Target');
    if (target !== undefined) return target;
  }
  const models = folder.files.filter(({ name }) => /\.model$/i.test(name));
  if (models.length === 1) return models[0]!.name;
  throw new InputError(`has ${models.length} models and does not say which one to begin with; get a whole copy`);
}

/** @throws InputError if there is no such part, or it is larger than the package warrants. */
export function readPackagePart(folder: FileFolder, path: string, budget: Budget): Promise<Uint8Array> {
  const part = findPart(folder, path);
  if (!part) throw new InputError(`has no part ${path.slice(0, 100)}, which it names; get a whole copy`);
  return readWithin(part, budget);
}

/** Names of parts are paths from the root, whatever their case. */
function findPart({ files }: FileFolder, path: string): ByteSource | undefined {
  const wanted = path.replace(/^\/+/, '').toLowerCase();
  return files.find(({ name }) => name.replace(/^\/+/, '').toLowerCase() === wanted);
}

function readWithin(part: ByteSource, budget: Budget): Promise<Uint8Array> {
  budget.spendBytes(part.sizeBytes, `part ${part.name.slice(0, 100)}`);
  return part.read(0, part.sizeBytes);
}
