import type { Actor } from '@almanac/auth';
import { Database, selectColumns, sql } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { AccessService } from '../../content/access/access.service';
import { ITEM_KINDS } from '../../content/kinds/item-kinds';
import { ContentItem } from '../../content/kinds/shared-columns';
import { SearchService } from './search.service';

const MAX_PARENTS = 20;
/** More, because some of them may be closed to the caller. */
const MAX_FOUND = 60;
const MAX_WORDS = 200;

/** The words of a search field of a form, from its address. */
export const searchWords = (typed: unknown): string =>
  typeof typed === 'string' ? typed.replaceAll('\0', '').slice(0, MAX_WORDS) : '';

/** Finds the books and chapters that the caller may put a chapter or a page into, for choices in forms. */
@Injectable()
export class ParentSearch {
  constructor(
    private readonly search: SearchService,
    private readonly access: AccessService,
    private readonly database: Database,
  ) {}

  async find(type: 'chapter' | 'page', words: string, actor: Actor) {
    const kinds = type === 'chapter' ? 'book' : 'book|chapter';
    const found = await this.search.find({ query: `${words} {type:${kinds}}`, page: 1, count: MAX_FOUND }, actor);
    const open = new Set([
      ...(await this.openTo(type, 'book', found.data, actor)),
      ...(await this.openTo(type, 'chapter', found.data, actor)),
    ]);
    const choices = found.data.map((item) => ({
      value: `${item.type}:${item.id}`,
      label: item.book ? `${item.name} in ${item.book.name}` : item.name,
      kind: item.type,
    }));
    return choices.filter(({ value }) => open.has(value)).slice(0, MAX_PARENTS);
  }

  private async openTo(
    type: 'chapter' | 'page',
    kind: 'book' | 'chapter',
    found: readonly { id: number; type: string }[],
    actor: Actor,
  ): Promise<string[]> {
    const ids = found.filter((item) => item.type === kind).map(({ id }) => id);
    const { table } = ITEM_KINDS[kind];
    const columns = selectColumns(ContentItem, 'parent', 'id', 'ownedBy', 'scopeId');
    const parents = await this.database.query(sql`SELECT ${columns} FROM ${table} parent WHERE id = ANY($1)`, [ids]);
    const mayCreate = await this.access.check(actor, 'create', type);
    return parents.filter(mayCreate).map(({ id }) => `${kind}:${id}`);
  }
}

/** The choice of a form as members of the API: `book:7` as `{ book_id: 7 }`; undefined for anything else. */
export function parentIn(choice: unknown): { book_id: number } | { chapter_id: number } | undefined {
  const [, kind, id] = typeof choice === 'string' ? (/^(book|chapter):(\d{1,9})$/.exec(choice) ?? []) : [];
  if (kind === undefined) return undefined;
  return kind === 'book' ? { book_id: Number(id) } : { chapter_id: Number(id) };
}
