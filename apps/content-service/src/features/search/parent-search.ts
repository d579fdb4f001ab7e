import type { Actor } from '@almanac/auth';
import { Injectable } from '@nestjs/common';
import { SearchService } from './search.service';

const MAX_PARENTS = 20;
const MAX_WORDS = 200;

/** The words of a search field of a form, from its address. */
export const searchWords = (typed: unknown): string =>
  typeof typed === 'string' ? typed.replaceAll('\0', '').slice(0, MAX_WORDS) : '';

/** Finds the books and chapters that a chapter or a page can be put into, for choices in forms. */
@Injectable()
export class ParentSearch {
  constructor(private readonly search: SearchService) {}

  async find(type: 'chapter' | 'page', words: string, actor: Actor) {
    const kinds = type === 'chapter' ? 'book' : 'book|chapter';
    const found = await this.search.find({ query: `${words} {type:${kinds}}`, page: 1, count: MAX_PARENTS }, actor);
    return found.data.map((item) => ({
      value: `${item.type}:${item.id}`,
      label: item.book ? `${item.name} in ${item.book.name}` : item.name,
      kind: item.type,
    }));
  }
}

/** The choice of a form as members of the API: `book:7` as `{ book_id: 7 }`; undefined for anything else. */
export function parentIn(choice: unknown): { book_id: number } | { chapter_id: number } | undefined {
  const [, kind, id] = typeof choice === 'string' ? (/^(book|chapter):(\d{1,9})$/.exec(choice) ?? []) : [];
  if (kind === undefined) return undefined;
  return kind === 'book' ? { book_id: Number(id) } : { chapter_id: Number(id) };
}
