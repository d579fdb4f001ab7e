interface DemoTag {
  readonly name: string;
  readonly value: string;
}

/** The API accepts pages as HTML or as Markdown. */
export type DemoPage = { readonly name: string; readonly tags?: readonly DemoTag[] } & (
  { readonly html: string } | { readonly markdown: string }
);

export interface DemoChapter {
  readonly name: string;
  readonly description: string;
  readonly pages: readonly DemoPage[];
}

export interface DemoBook {
  readonly name: string;
  readonly description_html: string;
  readonly tags: readonly DemoTag[];
  /** Cover colours, `#rrggbb`. */
  readonly cover: { readonly ground: string; readonly figure: string };
  readonly chapters: readonly DemoChapter[];
  /** Pages outside of chapters. */
  readonly pages: readonly DemoPage[];
}

export interface DemoShelf {
  readonly name: string;
  readonly description: string;
  readonly tags: readonly DemoTag[];
  readonly books: readonly DemoBook[];
}
