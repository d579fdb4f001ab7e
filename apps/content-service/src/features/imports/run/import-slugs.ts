import { Database } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { slugify } from '../../../domain/slugs/slugify';
import { uniqueSlug } from '../../../domain/slugs/unique-slug';
import type { PortableItem } from '../format/portable-content';
import type { Place } from './outline';

/** Picks slugs for many items at once, without locks: somebody who takes one first is noticed by the unique indexes. */
@Injectable()
export class ImportSlugs {
  constructor(private readonly database: Database) {}

  /** @param bookId where the items go; undefined for a book with everything in it */
  async of(places: readonly Place[], bookId: number | undefined): Promise<Map<PortableItem, string>> {
    const slugs = new Map<PortableItem, string>();
    for (const kind of ['book', 'chapter', 'page'] as const) {
      const sources = places.map(({ source }) => source).filter((source) => source.kind === kind);
      const taken = await this.taken(kind, sources, bookId);
      for (const source of sources) {
        const slug = await uniqueSlug(source.name, (candidate) => taken.has(candidate));
        taken.add(slug);
        slugs.set(source, slug);
      }
    }
    return slugs;
  }

  /** Of the slugs that the names ask for, those that somebody has. A new book is empty. */
  private async taken(kind: PortableItem['kind'], sources: readonly PortableItem[], bookId: number | undefined): Promise<Set<string>> {
    if (sources.length === 0 || (kind !== 'book' && bookId === undefined)) return new Set();
    const values: unknown[] = [sources.map(({ name }) => slugify(name))];
    const inBook = kind === 'book' ? '' : `AND book_id = $${values.push(bookId)}`;
    const sql = `SELECT slug FROM ${kind}s WHERE slug = ANY($1) AND deleted_at IS NULL ${inBook}`;
    return new Set((await this.database.query<{ slug: string }>(sql, values)).map(({ slug }) => slug));
  }
}
