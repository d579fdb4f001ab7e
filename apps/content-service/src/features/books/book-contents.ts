import type { Actor } from '@almanac/auth';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';
import { PageRenderer } from '../../content/content-tree/page-renderer';
import { type ExportSource, readBodiesInOrder } from '../exports/formats/exported-item';
import { ExportsRepository } from '../exports/exports.repository';
import { jsonList } from '../exports/zip/zip-data';
import type { Body } from './books.dto';
import { presentContents, type PresentedChapter, type PresentedPage } from './book.presenter';
import { BooksRepository } from './books.repository';

interface RequestedContents {
  bodies: readonly Body[];
  /** Position of the first entry in reading order, counting chapters and pages. */
  offset?: number | undefined;
  count?: number | undefined;
}

type Entry = PresentedChapter | PresentedPage;

/** The contents of a book that the caller can see, with the bodies of its pages. Drafts are excluded. */
@Injectable()
export class BookContents {
  constructor(
    private readonly books: BooksRepository,
    private readonly exports: ExportsRepository,
    private readonly renderer: PageRenderer,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Streams `{data, total}` as JSON; only a few page bodies are in memory at a time. @throws Problem 404 */
  async read(
    id: number,
    { bodies, offset = 0, count = Infinity }: RequestedContents,
    actor: Actor,
  ): Promise<AsyncIterable<string>> {
    const [book, rows] = await Promise.all([this.books.find(id, actor), this.books.contents([id], actor)]);
    const published = rows.filter(({ draft }) => !draft);
    const entries = windowOf(
      presentContents(published, `${this.settings.baseUrl}/books/${book.slug}`),
      offset,
      offset + count,
    );
    const pages = entries.flatMap((entry): { id: number }[] => (entry.type === 'page' ? [entry] : entry.pages));
    const bodyOf = bodies.length > 0 ? readBodiesInOrder(this.exports.bodies(pages)) : undefined;
    return contentsJson(entries, published.length, (page) => this.members(page, bodies, bodyOf, actor));
  }

  private async members(
    page: { id: number },
    bodies: readonly Body[],
    bodyOf: ExportSource['bodyOf'] | undefined,
    actor: Actor,
  ) {
    const body = await bodyOf?.(page);
    const members: Partial<Record<Body, string>> = {};
    if (!body) return members;
    if (bodies.includes('html')) members.html = await this.renderer.render(body.html, actor);
    if (bodies.includes('markdown')) members.markdown = body.markdown;
    return members;
  }
}

/** The entries between two positions in reading order. A chapter is included if it or one of its pages is in the range. */
function windowOf(entries: readonly Entry[], start: number, end: number): Entry[] {
  let place = 0;
  const isInside = () => {
    const here = place;
    place += 1;
    return here >= start && here < end;
  };
  return entries.flatMap((entry): Entry[] => {
    const inside = isInside();
    if (entry.type === 'page') return inside ? [entry] : [];
    const pages = entry.pages.filter(isInside);
    return inside || pages.length > 0 ? [{ ...entry, pages }] : [];
  });
}

type LoadMembers = (page: { id: number }) => Promise<object>;

async function* contentsJson(entries: readonly Entry[], total: number, membersOf: LoadMembers): AsyncGenerator<string> {
  yield '{"data":';
  yield* jsonList(entries, (entry) =>
    entry.type === 'page' ? pageJson(entry, membersOf) : chapterJson(entry, membersOf),
  );
  yield `,"total":${total}}`;
}

async function* chapterJson({ pages, ...chapter }: PresentedChapter, membersOf: LoadMembers): AsyncGenerator<string> {
  yield `${JSON.stringify(chapter).slice(0, -1)},"pages":`;
  yield* jsonList(pages, (page) => pageJson(page, membersOf));
  yield '}';
}

async function* pageJson(page: { id: number }, membersOf: LoadMembers): AsyncGenerator<string> {
  yield JSON.stringify({ ...page, ...(await membersOf(page)) });
}
