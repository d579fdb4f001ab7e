import type { TestApi } from '@almanac/testing';
import { parsePageContent } from '../../text/page/prepare-page-content';
import { markImages, withInlineImages } from '../../features/exports/formats/contained-html';
import { forPrint } from '../../features/exports/formats/for-print';

/** The output of one outlet for one attack. */
export interface OutletOutput {
  attack: string;
  html: string;
}

/** All outputs for the attacks, by name of the outlet. */
export type Outlets = Map<string, OutletOutput[]>;

const AT_ONCE = 4;
/** This word is in every text, so that one search finds them all. */
const WORD = 'needle';
/** The maximum page size of a search. */
const HITS = 100;
const MAX_DESCRIPTION_LENGTH = 2000;

type Item = Record<string, unknown> & { id: number };

/** Saves every attack through all inputs that accept HTML, in one book, and reads it back through all outputs. */
export class AttackedOutlets {
  private readonly outputs: Outlets = new Map();
  /** The attack in each page, by id of the page. */
  private readonly ids = new Map<number, string>();

  constructor(
    private readonly api: TestApi,
    private readonly baseUrl: string,
  ) {}

  async read(attacks: readonly string[]): Promise<Outlets> {
    const book = await this.save('books', { name: 'Attacked' });
    const waiting = [...attacks];
    const work = async () => {
      for (let attack = waiting.shift(); attack !== undefined; attack = waiting.shift())
        await this.readOne(attack, book.id);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    await this.readSearches();
    await this.readContents(book.id);
    this.add('HTML export of a book', 'all of them', await this.text(`/api/books/${book.id}/export/html`));
    return this.outputs;
  }

  private async readOne(attack: string, bookId: number): Promise<void> {
    const html = `<p>a ${attack} b</p>${attack}`;
    const described = {
      name: this.nameOf(attack),
      description_html: html.length > MAX_DESCRIPTION_LENGTH ? '<p>too long</p>' : html,
    };
    for (const kind of ['shelves', 'books'])
      this.add(`description of ${kind}`, attack, (await this.save(kind, described))['description_html']);
    const chapter = await this.save('chapters', { ...described, book_id: bookId });
    this.add('description of chapters', attack, chapter['description_html']);

    const text = isAdmitted(html) ? attack : 'too deep';
    for (const [language, body] of Object.entries({
      html: { html: text },
      markdown: { markdown: `${WORD}\n\n${text}` },
    })) {
      const page = await this.save('pages', { name: this.nameOf(attack), chapter_id: chapter.id, ...body });
      this.ids.set(page.id, attack);
      const comment = await this.save('comments', { page_id: page.id, html });
      this.add('comment', attack, (await this.item(`/api/comments/${comment.id}`))['html']);
      const read = await this.item(`/api/pages/${page.id}`);
      this.add(`page of ${language}`, attack, read['html']);
      this.add('comment of a page', attack, commentsOf(read));
      const printed = forPrint(String(read['html']));
      const marked = markImages(printed, this.baseUrl, 'mark');
      this.add('HTML for PDF', attack, await withInlineImages(printed, marked, 'mark', async () => undefined));
      if (language === 'html')
        this.add('HTML export of a page', attack, await this.text(`/api/pages/${page.id}/export/html`));
    }
    // Includes both pages.
    this.add('HTML export of a chapter', attack, await this.text(`/api/chapters/${chapter.id}/export/html`));
    if (isAdmitted(html)) await this.readRevisions(attack, html, bookId);
  }

  /** Covers text that is harmful before a change, after it, or only when the diff marks a part of it. */
  private async readRevisions(attack: string, html: string, bookId: number): Promise<void> {
    const page = await this.save('pages', { name: 'Changed', book_id: bookId, html });
    itemIn(await this.api.put(`/api/pages/${page.id}`, { html: attack }));
    this.ids.set(page.id, attack);
    const revisions = `/api/pages/${page.id}/revisions`;
    const [newer, older] = idsIn(await this.item(`${revisions}?sort=-id`));
    this.add('revision of a page', attack, (await this.item(`${revisions}/${newer}`))['html']);
    this.add('changes of a page', attack, (await this.item(`${revisions}/${newer}/diff`))['html']);
    this.add('changes of a page', attack, (await this.item(`${revisions}/${older}/diff?against=${newer}`))['html']);
  }

  private async readContents(bookId: number): Promise<void> {
    const { data } = await this.item(`/api/books/${bookId}/contents?include=html,markdown`);
    const entries: (Item & { pages?: Item[] })[] = Array.isArray(data) ? data : [];
    const pages = entries.flatMap((entry) => entry.pages ?? [entry]);
    if (pages.length !== this.ids.size) throw new Error(`the contents have ${pages.length} pages of ${this.ids.size}`);
    for (const page of pages) this.add('page in the contents of a book', this.ids.get(page.id) ?? '', page['html']);
  }

  private async readSearches(): Promise<void> {
    for (let page = 1; ; page += 1) {
      const { data } = await this.item(`/api/search?query=${WORD}&count=${HITS}&page=${page}`);
      const hits = Array.isArray(data) ? data : [];
      for (const { name, preview_html: preview } of hits)
        this.add('search preview', String(name), `<p>${preview.name}</p><p>${preview.content}</p>`);
      if (hits.length < HITS) return;
    }
  }

  /** Names are plain text, but lists, searches and exports show them. */
  private nameOf(attack: string): string {
    return `${WORD} ${attack.replaceAll(/[\x00-\x1f]/g, ' ')}`.slice(0, 200);
  }

  private add(outlet: string, attack: string, html: unknown): void {
    if (typeof html !== 'string') throw new Error(`${outlet} gives no HTML after ${attack}`);
    this.outputs.set(outlet, [...(this.outputs.get(outlet) ?? []), { attack, html }]);
  }

  private async save(kind: string, body: object): Promise<Item> {
    return itemIn(await this.api.post(`/api/${kind}`, body));
  }

  private async item(path: string): Promise<Item> {
    return itemIn(await this.api.get(path));
  }

  private async text(path: string): Promise<string> {
    return (await this.api.get(path)).text;
  }
}

/** Whether a page accepts this text. Attacks that it refuses are covered by the tests of the filters. */
const isAdmitted = (html: string): boolean =>
  Object.keys(parsePageContent({ html }, 'mark')?.faults ?? {}).length === 0;

function itemIn({ status, body, text }: { status: number; body: unknown; text: string }): Item {
  if (status !== 200 || typeof body !== 'object' || body === null) throw new Error(`answered ${status}: ${text}`);
  return { id: 0, ...body };
}

function commentsOf({ comments }: Item): string {
  const threads: unknown = comments instanceof Object && 'active' in comments ? comments.active : [];
  return (Array.isArray(threads) ? threads : []).map(({ comment }) => String(comment.html)).join('');
}

const idsIn = ({ data }: Item): number[] => (Array.isArray(data) ? data : []).map(({ id }) => Number(id));
