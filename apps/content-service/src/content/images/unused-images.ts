import { setTimeout as sleep } from 'node:timers/promises';
import { columnNames, Database, type RowOf, selectColumns, selectComputed, setColumns, sql } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { StoredFiles } from '../files/stored-files';
import { keyOf } from '../files/image-paths';
import { Image } from './image.entity';
import { FoundUnusedImage, UnusedImageSearch } from './unused-image.entity';

/** An editor that is open may hold a new image that no saved text shows yet. */
const MIN_AGE = '1 day';
const TEXTS_AT_ONCE = 100;
const REMOVED_AT_ONCE = 50;
const POLL_MS = 200;

/** Every text that may show an image, as in the triggers of the migration. */
const TEXTS = [
  { table: 'page_contents', key: 'page_id', texts: `html || ' ' || markdown` },
  { table: 'page_revisions', key: 'id', texts: `html || ' ' || markdown` },
  { table: 'comments', key: 'id', texts: 'html' },
  { table: 'shelves', key: 'id', texts: 'description_html' },
  { table: 'books', key: 'id', texts: 'description_html' },
  { table: 'chapters', key: 'id', texts: 'description_html' },
  { table: 'attachments', key: 'id', texts: 'path' },
] as const;

/** The images that may be unused: old enough, and no cover. */
const MAY_GO = `greatest(image.created_at, image.updated_at) < now() - interval '${MIN_AGE}'
  AND NOT EXISTS (SELECT FROM books WHERE image_id = image.id) AND NOT EXISTS (SELECT FROM shelves WHERE image_id = image.id)`;

/** Names that the search would not find in a text stay out of it. */
const CANDIDATES = `
  INSERT INTO unused_images (${columnNames(FoundUnusedImage, 'imageId', 'searchId', 'fileName')})
  SELECT image.id, $1, named.file_name FROM images image, lower(substring(image.path FROM '[^/]+$')) AS named (file_name)
  WHERE ${MAY_GO} AND image.type IN ('gallery', 'drawio', 'cover_book', 'cover_bookshelf', 'system')
    AND named.file_name IN (SELECT image_names(named.file_name))`;

/** Transactions that write to a table with texts. */
const WRITERS = sql`
  SELECT DISTINCT ${selectComputed<{ id: string }>({ id: 'virtualtransaction' })} FROM pg_locks
  WHERE locktype = 'relation' AND mode = 'RowExclusiveLock' AND pid <> pg_backend_pid()
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND relation IN (${[...TEXTS.map(({ table }) => table), 'settings'].map((table) => `'${table}'::regclass`).join(', ')})`;

/** The latest search, with the number of images on its list. */
const FOUND = selectComputed<{ found: number }>({
  found: '(SELECT count(*)::int FROM unused_images JOIN images ON images.id = image_id WHERE search_id = search.id)',
});
const LATEST = sql`SELECT ${selectColumns(UnusedImageSearch, 'search')}, ${FOUND}
  FROM unused_image_searches search ORDER BY id DESC LIMIT 1`;

const SHOWN_WITH = selectComputed<{
  /** Null after the page was destroyed. */
  page: { id: number; name: string } | null;
  creator: { name: string; slug: string } | null;
}>({
  page: `(SELECT json_build_object('id', page.id, 'name', page.name) FROM pages page
    WHERE page.id = image.uploaded_to AND image.type IN ('gallery', 'drawio'))`,
  creator: `(SELECT json_build_object('name', name, 'slug', slug) FROM users WHERE users.id = image.created_by)`,
});
const LISTED = sql`${selectColumns(Image, 'image', 'id', 'name', 'path', 'type', 'createdAt')}, ${SHOWN_WITH}`;

export type UnusedImage = RowOf<typeof LISTED>;

/** Reports how far the work is, in ids or images. */
type Progress = (step: string, done: number, total: number) => void;

/**
 * Finds and removes images that no page, revision, description, comment, cover or setting shows. The texts stay in the database: one pass
 * over them strikes their images off the list. Triggers strike out those that are shown later.
 */
@Injectable()
export class UnusedImages {
  constructor(
    private readonly database: Database,
    private readonly files: StoredFiles,
  ) {}

  /** Makes a new list, which replaces the former one. @returns its id, with which its images can be removed */
  search(progress: Progress = () => undefined): Promise<number> {
    return this.database.withLongTimeouts(async () => {
      const id = await this.begin();
      await this.writersEnded();
      await this.database.query('SELECT strike_out_shown_images(value) FROM settings');
      for (const source of TEXTS) await this.strikeOut(source, progress);
      const end = setColumns(UnusedImageSearch, { finishedAt: 'now()' });
      await this.database.query(`UPDATE unused_image_searches SET ${end} WHERE id = $1`, [id]);
      return id;
    });
  }

  async latest(): Promise<RowOf<typeof LATEST> | undefined> {
    return (await this.database.query(LATEST))[0];
  }

  /** Some of the images that a search found, by id. */
  list(searchId: number, { count, offset = 0, after = 0 }: { count: number; offset?: number; after?: number }) {
    const statement = sql`SELECT ${LISTED} FROM unused_images JOIN images image ON image.id = image_id
      WHERE search_id = $1 AND image_id > $2 ORDER BY image_id LIMIT $3 OFFSET $4`;
    return this.database.query(statement, [searchId, after, count, offset]);
  }

  /** Removes the images of a finished search that are still on its list. @returns their number; 0 when a newer search replaced the list */
  remove(searchId: number, progress: Progress = () => undefined): Promise<number> {
    return this.database.withLongTimeouts(async () => {
      const total = (await this.latest())?.found ?? 0;
      let removed = 0;
      for (;;) {
        const batch = await this.database.transaction(() => this.removeSome(searchId));
        removed += batch.removed;
        progress('images', removed, total);
        if (batch.listed === 0) return removed;
      }
    });
  }

  private begin(): Promise<number> {
    return this.database.transaction(async () => {
      // Two searches that begin at once would both insert the images.
      await this.database.query('LOCK TABLE unused_image_searches IN EXCLUSIVE MODE');
      await this.database.query('DELETE FROM unused_image_searches');
      const [search] = await this.database.query(
        sql`INSERT INTO unused_image_searches DEFAULT VALUES RETURNING ${selectColumns(UnusedImageSearch, 'unused_image_searches', 'id')}`,
      );
      if (!search) throw new Error('the search got no id');
      await this.database.query(CANDIDATES, [search.id]);
      return search.id;
    });
  }

  /** Waits for transactions that may have written a text before the list was there. Their texts are then visible to the search. */
  private async writersEnded(): Promise<void> {
    const running = (await this.database.query(WRITERS)).map(({ id }) => id);
    const statement = `SELECT 1 FROM pg_locks WHERE virtualtransaction = ANY($1::text[]) AND locktype = 'virtualxid' LIMIT 1`;
    while ((await this.database.query(statement, [running])).length > 0) await sleep(POLL_MS);
  }

  private async strikeOut({ table, key, texts }: (typeof TEXTS)[number], progress: Progress): Promise<void> {
    const highest = selectComputed<{ id: number }>({ id: `coalesce(max(${key}), 0)` });
    const [end] = await this.database.query(sql`SELECT ${highest} FROM ${table}`);
    const summary = selectComputed<{ id: number | null; struck: unknown }>({
      id: `max(${key})`,
      struck: `sum(strike_out_shown_images(${texts}))`,
    });
    const statement = sql`SELECT ${summary}
      FROM (SELECT * FROM ${table} WHERE ${key} > $1 ORDER BY ${key} LIMIT ${TEXTS_AT_ONCE}) batch`;
    let last = 0;
    for (;;) {
      const [batch] = await this.database.query(statement, [last]);
      const id = batch?.id ?? undefined;
      if (id === undefined) return;
      last = id;
      progress(table, last, end?.id ?? last);
    }
  }

  /** The locked entries stay on the list until the commit: a text that begins to show one of the images waits for it. */
  private async removeSome(searchId: number): Promise<{ listed: number; removed: number }> {
    const locked = await this.database.query(
      sql`SELECT ${selectColumns(FoundUnusedImage, 'unused', 'imageId')} FROM unused_images unused WHERE search_id = $1
        AND EXISTS (SELECT FROM unused_image_searches WHERE id = $1 AND finished_at IS NOT NULL)
        ORDER BY image_id LIMIT ${REMOVED_AT_ONCE} FOR UPDATE`,
      [searchId],
    );
    const ids = locked.map(({ imageId }) => imageId);
    if (ids.length === 0) return { listed: 0, removed: 0 };
    // Locked before the check: a cover that is being chosen holds a lock on its image.
    await this.database.query('SELECT FROM images WHERE id = ANY($1::int[]) ORDER BY id FOR UPDATE', [ids]);
    const removed = await this.database.query(
      sql`DELETE FROM images image WHERE id = ANY($1::int[]) AND ${MAY_GO} RETURNING ${selectColumns(Image, 'image', 'path')}`,
      [ids],
    );
    await this.database.query('DELETE FROM unused_images WHERE image_id = ANY($1::int[])', [ids]);
    for (const { path } of removed) await this.files.removeAfterCommit(keyOf(path));
    return { listed: ids.length, removed: removed.length };
  }
}
