import type { PersonKey } from '../../people/people';

/** Names with values. */
export type DemoTags = Readonly<Record<string, string>>;

/** An earlier text of a page: the present one with other wordings. */
interface EarlierText {
  readonly by: PersonKey;
  readonly summary: string;
  /** Present wordings with the ones before. */
  readonly wordings: readonly (readonly [now: string, before: string])[];
}

interface DemoReply {
  readonly by: PersonKey;
  readonly html: string;
}

interface DemoComment extends DemoReply {
  readonly replies?: readonly DemoReply[];
  readonly archived?: boolean;
}

/** The name of a file in the folder `files`, or an address. */
type DemoAttachment = { readonly name: string } & ({ readonly file: string } | { readonly link: string });

/** The text is in the folder `texts`, in a file named by the slug of the page. */
export interface DemoPage {
  readonly name: string;
  readonly by: PersonKey;
  readonly tags?: DemoTags;
  readonly isTemplate?: boolean;
  /** From the oldest on. */
  readonly earlier?: readonly EarlierText[];
  /** About the last change of a page with earlier texts. */
  readonly summary?: string;
  readonly comments?: readonly DemoComment[];
  readonly attachments?: readonly DemoAttachment[];
}

export interface DemoChapter {
  readonly name: string;
  readonly description: string;
  readonly pages: readonly DemoPage[];
}

export interface DemoBook {
  readonly name: string;
  readonly by: PersonKey;
  readonly description_html: string;
  readonly tags: DemoTags;
  /** Name of a picture. */
  readonly cover: string;
  /** Name of a sort rule. */
  readonly sortRule?: string;
  /** The one role, beside administrators, that may see and change the book. */
  readonly onlyFor?: string;
  /** Pages before the chapters. */
  readonly pages: readonly DemoPage[];
  readonly chapters: readonly DemoChapter[];
}

export interface DemoShelf {
  readonly name: string;
  readonly by: PersonKey;
  readonly description: string;
  readonly tags: DemoTags;
  readonly cover: string;
  readonly books: readonly DemoBook[];
}

export const pagesOf = ({ pages, chapters }: DemoBook): DemoPage[] => [
  ...pages,
  ...chapters.flatMap((chapter) => chapter.pages),
];
