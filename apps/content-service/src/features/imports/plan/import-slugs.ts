import type { Actor } from '@almanac/auth';
import { Database, selectComputed, sql } from '@almanac/database';
import { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { AccessService } from '../../../content/access/access.service';
import type { ItemSlug } from '../../../content/slugs/slug.service';
import { slugify, uniqueSlug } from '../../../content/slugs/slugify';
import type { PortableItem } from '../archive/portable-content';
import type { Place } from './import-plan';

/** Items that already use a slug. */
interface Holders {
  visible: boolean;
  /** The rank after all of them. */
  next: number;
}

const FREE: Holders = { visible: false, next: 0 };

/** Picks slugs as `SlugService` does, for many items at once and without locks: the unique indexes detect a slug taken meanwhile. */
@Injectable()
export class ImportSlugs {
  constructor(
    private readonly database: Database,
    private readonly access: AccessService,
  ) {}

  /** @param bookId the book that the items go into; undefined when they come with their own book */
  async of(places: readonly Place[], bookId: number | undefined, actor: Actor): Promise<Map<PortableItem, ItemSlug>> {
    const slugs = new Map<PortableItem, ItemSlug>();
    for (const kind of ['book', 'chapter', 'page'] as const) {
      const sources = places.map(({ source }) => source).filter((source) => source.kind === kind);
      const find = (candidates: string[]) => this.holders(kind, candidates, bookId, actor);
      const existing = await find(sources.map(({ name }) => slugify(name)));
      for (const source of sources) {
        let slugRank = 0;
        const slug = await uniqueSlug(source.name, async (candidate) => {
          const { visible, next } = existing.get(candidate) ?? (await find([candidate])).get(candidate) ?? FREE;
          slugRank = next;
          return visible;
        });
        slugs.set(source, { slug, slugRank });
        existing.set(slug, { visible: true, next: 0 });
      }
    }
    return slugs;
  }

  /** Looks slugs up, one statement for all of them. A new book is empty. */
  private async holders(
    kind: PortableItem['kind'],
    slugs: readonly string[],
    bookId: number | undefined,
    actor: Actor,
  ): Promise<Map<string, Holders>> {
    const bySlug = new Map(slugs.map((slug) => [slug, FREE]));
    if (slugs.length === 0 || (kind !== 'book' && bookId === undefined)) return bySlug;
    const parameters = new Parameters();
    const visible = await this.access.visible(actor, kind, 'item', parameters);
    const inBook = kind === 'book' ? '' : `AND item.book_id = ${parameters.add(bookId)}`;
    const holders = selectComputed<Holders & { slug: string }>({
      slug: 'item.slug',
      visible: `coalesce(bool_or(${visible}), FALSE)`,
      next: 'max(item.slug_rank) + 1',
    });
    const statement = sql`SELECT ${holders} FROM ${kind}s item
      WHERE item.slug = ANY(${parameters.add(slugs)}) AND item.deleted_at IS NULL ${inBook} GROUP BY item.slug`;
    for (const { slug, ...used } of await this.database.query(statement, parameters.values)) bySlug.set(slug, used);
    return bySlug;
  }
}
