import type { ChildNode, Element } from 'domhandler';
import { elementsOf, parseHtml } from '../tree/html-tree';
import type { IncludeTarget } from './include-tags';
import { serializeHtml, serializeNodes } from '../tree/serialize-html';

/** The stored HTML of a page; undefined when it is missing or hidden from the reader. Called at most once per page. */
export type LoadPage = (pageId: number) => string | undefined | Promise<string | undefined>;

/** The replacement of a tag: new nodes, as blocks or as inline content. */
interface IncludedContent {
  isBlock: boolean;
  nodes: ChildNode[];
}

/** Sections that are included with their own tag. Of other sections only the content is included. */
const BLOCK_SECTIONS = new Set(['table', 'ul', 'ol', 'pre']);
export const HIGHEST_ID = 2 ** 31 - 1;
// Pages that include each other can grow without end, and one page can name any number of others. Beyond these limits, tags stay text.
const MAX_TAGS = 400;
export const MAX_PAGES = 500;
export const MAX_CHARACTERS = 5_000_000;

const NOTHING = { isBlock: false, html: '' };

/** Loads the pages that one rendering includes, within its limits. */
export class IncludeSources {
  private readonly pages = new Map<number, IncludedPage>();
  private tags = 0;
  private characters = 0;

  constructor(private readonly loadPage: LoadPage) {}

  /** New nodes for a tag; undefined beyond the limits of one rendering. */
  async contentOf({ pageId, sectionId }: IncludeTarget): Promise<IncludedContent | undefined> {
    const page = this.pages.get(pageId) ?? (await this.load(pageId));
    if (!page || ++this.tags > MAX_TAGS) return undefined;
    const { isBlock, html } = sectionId === undefined ? page.whole : page.section(sectionId);
    this.characters += html.length;
    return this.characters > MAX_CHARACTERS ? undefined : { isBlock, nodes: parseHtml(html).children };
  }

  private async load(pageId: number): Promise<IncludedPage | undefined> {
    if (this.pages.size >= MAX_PAGES) return undefined;
    const page = new IncludedPage((pageId <= HIGHEST_ID && (await this.loadPage(pageId))) || '');
    this.pages.set(pageId, page);
    return page;
  }
}

class IncludedPage {
  private readonly sections = new Map<string, { isBlock: boolean; html: string }>();
  private elements?: Map<string, Element>;

  constructor(private readonly html: string) {}

  get whole() {
    return this.html ? { isBlock: true, html: this.html } : NOTHING;
  }

  section(id: string): { isBlock: boolean; html: string } {
    const section = this.sections.get(id) ?? this.readSection(id);
    this.sections.set(id, section);
    return section;
  }

  private readSection(id: string) {
    const element = this.elementsById().get(id);
    if (!element) return NOTHING;
    const isBlock = BLOCK_SECTIONS.has(element.name);
    return { isBlock, html: isBlock ? serializeNodes([element]) : serializeHtml(element) };
  }

  private elementsById(): Map<string, Element> {
    // In reverse order, so that the first of several elements with one id wins.
    this.elements ??= new Map(
      [...elementsOf(parseHtml(this.html))].reverse().map((element) => [element.attribs.id ?? '', element]),
    );
    return this.elements;
  }
}
