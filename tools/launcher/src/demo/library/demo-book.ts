export interface DemoTag {
  readonly name: string;
  readonly value: string;
}

/** A page is written in one of the two ways that the API offers. */
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
  /** Colours of the cover, `#rrggbb`. */
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
