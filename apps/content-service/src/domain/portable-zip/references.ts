/** What texts in an archive can refer to. */
export type ReferenceKind = 'book' | 'chapter' | 'page' | 'attachment' | 'image';

const REFERENCE = /\[\[bsexport:(image|attachment|page|chapter|book):(\d{1,15})\]\]/g;

/** How a text in an archive names something else in it: `[[bsexport:page:7]]` (content-behaviour §16.3). */
export const reference = (kind: ReferenceKind, id: number): string => `[[bsexport:${kind}:${id}]]`;

/**
 * A text with addresses instead of references (content-behaviour §16.5).
 * @param addressOf is given e.g. `page:7`; what it does not know stays as it is
 */
export const replaceReferences = (text: string, addressOf: (target: string) => string | undefined): string =>
  text.replace(REFERENCE, (whole, kind: string, id: string) => addressOf(`${kind}:${Number(id)}`) ?? whole);
