import { type Element, isTag, isText, type ParentNode } from 'domhandler';
import { descendantsOf, elementsOf, parseHtml, replaceNode } from '../tree/html-tree';
import { RAW_TEXT } from '../tree/html-elements';
import type { IncludeTarget } from './include-tags';
import { serializeHtml, serializeNodes } from '../tree/serialize-html';

/** The stored HTML of a page; undefined when it is missing or hidden from the reader. Called at most once per page. */
export type LoadPage = (pageId: number) => string | undefined | Promise<string | undefined>;

/** Sections that are included with their own tag. Of other sections only the content is included. */
const BLOCK_SECTIONS = new Set(['table', 'ul', 'ol', 'pre']);
export const HIGHEST_ID = 2 ** 31 - 1;
// Pages that include each other can grow without end, and one page can name any number of others. Beyond these limits, tags stay text.
const MAX_TAGS = 400;
export const MAX_PAGES = 500;
export const MAX_CHARACTERS = 5_000_000;

/** HTML that replaces tags. Blocks part paragraphs and headings; other content stays in its line where a browser leaves it there. */
export class IncludedContent {
  private readonly fitting = new Map<string, boolean>();

  constructor(
    readonly html: string,
    readonly isBlock: boolean,
  ) {}

  /** New nodes for each tag. */
  parsed() {
    return parseHtml(this.html);
  }

  /** The same without forms, for a place in a form. A browser would end that one with the first included form. */
  parsedWithoutForms() {
    const document = this.parsed();
    const forms = [...elementsOf(document)].filter(({ name }) => name === 'form');
    for (const form of forms.reverse()) replaceNode(form, form.children);
    return document;
  }

  /** The text, for places that browsers read as text. */
  text(): string {
    const texts = [...descendantsOf(this.parsed())]
      .filter((node) => isText(node))
      .filter((text) => !isCode(text.parent));
    return texts.map(({ data }) => data).join('');
  }

  /** Whether a browser keeps all of it in an element of this name, which it does not end early. */
  fitsIn(name: string): boolean {
    const cached = this.fitting.get(name);
    if (cached !== undefined) return cached;
    const html = serializeHtml(this.parsed());
    const [element, ...others] = parseHtml(`<${name}>${html}</${name}>`).children;
    const fits = element !== undefined && isTag(element) && others.length === 0 && serializeHtml(element) === html;
    this.fitting.set(name, fits);
    return fits;
  }
}

const isCode = (parent: ParentNode | null) => parent !== null && isTag(parent) && RAW_TEXT.has(parent.name);

const NOTHING = new IncludedContent('', false);

/** Loads the pages that one rendering includes, within its limits. */
export class IncludeSources {
  private readonly pages = new Map<number, IncludedPage>();
  private tags = 0;
  private characters = 0;

  constructor(private readonly loadPage: LoadPage) {}

  /** The content for a tag; undefined beyond the limits of one rendering. */
  async contentOf({ pageId, sectionId }: IncludeTarget): Promise<IncludedContent | undefined> {
    const page = this.pages.get(pageId) ?? (await this.load(pageId));
    if (!page || ++this.tags > MAX_TAGS) return undefined;
    const content = sectionId === undefined ? page.whole : page.section(sectionId);
    this.characters += content.html.length;
    return this.characters > MAX_CHARACTERS ? undefined : content;
  }

  private async load(pageId: number): Promise<IncludedPage | undefined> {
    if (this.pages.size >= MAX_PAGES) return undefined;
    const page = new IncludedPage((pageId <= HIGHEST_ID && (await this.loadPage(pageId))) || '');
    this.pages.set(pageId, page);
    return page;
  }
}

class IncludedPage {
  readonly whole: IncludedContent;
  private readonly sections = new Map<string, IncludedContent>();
  private elements?: Map<string, Element>;

  constructor(private readonly html: string) {
    this.whole = html ? new IncludedContent(html, true) : NOTHING;
  }

  section(id: string): IncludedContent {
    const section = this.sections.get(id) ?? this.readSection(id);
    this.sections.set(id, section);
    return section;
  }

  private readSection(id: string): IncludedContent {
    const element = this.elementsById().get(id);
    if (!element) return NOTHING;
    const isBlock = BLOCK_SECTIONS.has(element.name);
    return new IncludedContent(isBlock ? serializeNodes([element]) : serializeHtml(element), isBlock);
  }

  private elementsById(): Map<string, Element> {
    // In reverse order, so that the first of several elements with one id wins.
    this.elements ??= new Map(
      [...elementsOf(parseHtml(this.html))].reverse().map((element) => [element.attribs.id ?? '', element]),
    );
    return this.elements;
  }
}
