/** The data file of an archive, and the folder of its other files (content-behaviour §16.1). */
export const DATA_FILE = 'data.json';
export const FILES_FOLDER = 'files';

/** The kinds of records that texts in an archive can refer to. */
export type ReferenceKind = 'book' | 'chapter' | 'page' | 'attachment' | 'image';

const REFERENCE = /\[\[bsexport:(image|attachment|page|chapter|book):(\d{1,15})\]\]/g;

/** A reference to another record of the archive: `[[bsexport:page:7]]` (content-behaviour §16.3). */
export const reference = (kind: ReferenceKind, id: number): string => `[[bsexport:${kind}:${id}]]`;

/**
 * Replaces the references in a text by addresses (content-behaviour §16.5).
 * @param addressOf gets e.g. `page:7`; a reference stays as it is when the result is undefined
 */
export const replaceReferences = (text: string, addressOf: (target: string) => string | undefined): string =>
  text.replace(REFERENCE, (whole, kind: string, id: string) => addressOf(`${kind}:${Number(id)}`) ?? whole);
