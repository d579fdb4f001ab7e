import type { Guarded, View } from '../../domain/access/access.service';
import { ITEM_KINDS, type ItemKind } from './item-kinds';
import type { Parent, ResultRow } from './result.presenter';

/** Texts are read no further than this for previews. */
const MOST_TEXT = 50_000;

type StoredParent = Parent & Guarded & { deleted: boolean };

/** An item as `search_results` gives it, whoever asks: with what decides who may see it and what it lies in. */
export interface StoredResult extends Omit<ResultRow, 'book' | 'chapter' | 'book_slug'> {
  scope_id: number | null;
  owned_by: number | null;
  book: StoredParent | null;
  chapter: StoredParent | null;
}

/** SQL of what is stored of these items; what is deleted or a draft is left out. */
export function storedResultsSql(items: readonly { type: ItemKind['code']; id: number }[]): { sql: string; values: unknown[] } {
  const asked = ITEM_KINDS.map(({ code }) => ({ code, ids: items.filter(({ type }) => type === code).map(({ id }) => id) }));
  const present = asked.filter(({ ids }) => ids.length > 0);
  const branches = present.map(
    ({ code }, index) => `SELECT '${code}' AS code, * FROM search_results('${code}', $${index + 1}, ${MOST_TEXT})`,
  );
  return { sql: branches.join(' UNION ALL '), values: present.map(({ ids }) => ids) };
}

/** What this caller is shown of it; undefined when that is nothing. Parents that they do not see are not named to them. */
export function resultFor(view: View, { scope_id, owned_by, book, chapter, ...stored }: StoredResult): ResultRow | undefined {
  const kind = ITEM_KINDS.find(({ code }) => code === stored.code);
  if (!kind || !view.sees(kind.type)({ scopeId: scope_id, ownedBy: owned_by })) return undefined;
  const named = (type: 'book' | 'chapter', parent: StoredParent | null): Parent | null =>
    parent && !parent.deleted && view.sees(type)(parent) ? { id: parent.id, name: parent.name, slug: parent.slug } : null;
  return { ...stored, book: named('book', book), chapter: named('chapter', chapter), book_slug: book?.slug ?? null };
}
