import { setTimeout as sleep } from 'node:timers/promises';
import { Database } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { StoredFiles } from '../files/stored-files';
import type { ImagePurpose } from './image.entity';
import { keyOf } from '../files/image-paths';

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
  INSERT INTO unused_images (image_id, search_id, file_name)
  SELECT image.id, $1, named.file_name FROM images image, lower(substring(image.path FROM '[^/]+$')) AS named (file_name)
  WHERE ${MAY_GO} AND image.type IN ('gallery', 'drawio', 'cover_book', 'cover_bookshelf', 'system')
    AND named.file_name IN (SELECT image_names(named.file_name))`;

/** Transactions that write to a table with texts. */
const WRITERS = `
  SELECT DISTINCT virtualtransaction AS id FROM pg_locks
  WHERE locktype = 'relation' AND mode = 'RowExclusiveLock' AND pid <> pg_backend_pid()
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    AND relation IN (${[...TEXTS.map(({ table }) => table), 'settings'].map((table) => `'${table}'::regclass`).join(', ')})`;

export interface ImageSearch {
  id: number;
  startedAt: Date;
  /** Null while it runs, and when its process died. */
  finishedAt: Date | null;
  /** The number of images on its list. */
  found: number;
}

export interface UnusedImage {
  id: number;
  name: string;
  path: string;
  type: ImagePurpose;
  createdAt: Date;
  /** Undefined after the page was destroyed. */
  page: { id: number; name: string } | null;
  creator: { name: string; slug: string } | null;
}

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
      await this.database.query('UPDATE unused_image_searches SET finished_at = now() WHERE id = $1', [id]);
      return id;
    });
  }

  async latest(): Promise<ImageSearch | undefined> {
    const sql = `SELECT id, started_at AS "startedAt", finished_at AS "finishedAt",
      (SELECT count(*)::int FROM unused_images JOIN images ON images.id = image_id WHERE search_id = search.id) AS found
      FROM unused_image_searches search ORDER BY id DESC LIMIT 1`;
    return (await this.database.query<ImageSearch>(sql))[0];
  }

  /** Some of the images that a search found, by id. */
  list(searchId: number, { count, offset = 0, after = 0 }: { count: number; offset?: number; after?: number }) {
    const sql = `SELECT image.id, image.name, image.path, image.type, image.created_at AS "createdAt",
        (SELECT json_build_object('id', page.id, 'name', page.name) FROM pages page
          WHERE page.id = image.uploaded_to AND image.type IN ('gallery', 'drawio')) AS page,
        (SELECT json_build_object('name', name, 'slug', slug) FROM users WHERE users.id = image.created_by) AS creator
      FROM unused_images JOIN images image ON image.id = image_id
      WHERE search_id = $1 AND image_id > $2 ORDER BY image_id LIMIT $3 OFFSET $4`;
    return this.database.query<UnusedImage>(sql, [searchId, after, count, offset]);
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
      const [search] = await this.database.query<{ id: number }>(
        'INSERT INTO unused_image_searches DEFAULT VALUES RETURNING id',
      );
      if (!search) throw new Error('the search got no id');
      await this.database.query(CANDIDATES, [search.id]);
      return search.id;
    });
  }

  /** Waits for transactions that may have written a text before the list was there. Their texts are then visible to the search. */
  private async writersEnded(): Promise<void> {
    const running = (await this.database.query<{ id: string }>(WRITERS)).map(({ id }) => id);
    const sql = `SELECT 1 FROM pg_locks WHERE virtualtransaction = ANY($1::text[]) AND locktype = 'virtualxid' LIMIT 1`;
    while ((await this.database.query(sql, [running])).length > 0) await sleep(POLL_MS);
  }

  private async strikeOut({ table, key, texts }: (typeof TEXTS)[number], progress: Progress): Promise<void> {
    const [end] = await this.database.query<{ id: number }>(`SELECT coalesce(max(${key}), 0) AS id FROM ${table}`);
    const sql = `SELECT max(${key}) AS id, sum(strike_out_shown_images(${texts})) AS struck
      FROM (SELECT * FROM ${table} WHERE ${key} > $1 ORDER BY ${key} LIMIT ${TEXTS_AT_ONCE}) batch`;
    let last = 0;
    for (;;) {
      const [batch] = await this.database.query<{ id: number | null }>(sql, [last]);
      const id = batch?.id ?? undefined;
      if (id === undefined) return;
      last = id;
      progress(table, last, end?.id ?? last);
    }
  }

  /** The locked entries stay on the list until the commit: a text that begins to show one of the images waits for it. */
  private async removeSome(searchId: number): Promise<{ listed: number; removed: number }> {
    const locked = await this.database.query<{ id: number }>(
      `SELECT image_id AS id FROM unused_images WHERE search_id = $1
        AND EXISTS (SELECT FROM unused_image_searches WHERE id = $1 AND finished_at IS NOT NULL)
        ORDER BY image_id LIMIT ${REMOVED_AT_ONCE} FOR UPDATE`,
      [searchId],
    );
    const ids = locked.map(({ id }) => id);
    if (ids.length === 0) return { listed: 0, removed: 0 };
    // Locked before the check: a cover that is being chosen holds a lock on its image.
    await this.database.query('SELECT FROM images WHERE id = ANY($1::int[]) ORDER BY id FOR UPDATE', [ids]);
    const removed = await this.database.query<{ path: string }>(
      `DELETE FROM images image WHERE id = ANY($1::int[]) AND ${MAY_GO} RETURNING path`,
      [ids],
    );
    await this.database.query('DELETE FROM unused_images WHERE image_id = ANY($1::int[])', [ids]);
    for (const { path } of removed) await this.files.removeAfterCommit(keyOf(path));
    return { listed: ids.length, removed: removed.length };
  }
}
