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

/** How an archive may hold the text of a column. */
export interface PlainText {
  /** In characters. */
  longest: number;
  required?: boolean;
}

/** Of everything that has a name. */
export const MAX_NAME_LENGTH = 255;
const NAME = { longest: MAX_NAME_LENGTH, required: true };

/** The columns of each kind that archives hold as they are, under the same name. Exports, the check of an archive and imports go by this table. */
export const PLAIN_TEXTS = {
  book: { name: NAME },
  chapter: { name: NAME },
  page: { name: NAME },
} as const satisfies Record<string, Readonly<Record<string, PlainText>>>;

type PlainKind = keyof typeof PLAIN_TEXTS;
export type PlainTexts<Kind extends PlainKind> = Record<keyof (typeof PLAIN_TEXTS)[Kind], string>;

/** These columns of a row, or of an item of an archive. */
export function plainTexts<Kind extends PlainKind>(kind: Kind, item: PlainTexts<Kind>): PlainTexts<Kind>;
export function plainTexts(kind: PlainKind, item: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.keys(PLAIN_TEXTS[kind]).map((name) => [name, item[name] ?? '']));
}
