import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import {
  defineListing,
  fetchListing,
  integer,
  type ListBatch,
  type ListQuery,
  Parameters,
  text,
  timestamp,
} from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { AccessService } from '../../../content/access/access.service';
import { userJson } from '../../../content/kinds/item-sql';
import type { RevisionDetailRow, RevisionRow } from './revision.presenter';

export const revisionListing = defineListing({
  id: integer('revision.id'),
  revision_number: integer('revision.revision_number'),
  name: text('revision.name'),
  slug: text('revision.slug'),
  summary: text(`coalesce(revision.summary, '')`),
  created_by: integer('revision.created_by'),
  created_at: timestamp('revision.created_at'),
});

const COLUMNS = `revision.id, revision.page_id, revision.revision_number, revision.name, revision.slug, revision.book_slug, revision.summary,
  ${userJson('revision.created_by')} AS creator, revision.created_at`;
const DETAIL = `SELECT ${COLUMNS}, revision.html, revision.markdown, revision.text FROM page_revisions revision`;

/** Queries for the revisions of a page. They do not check access: check the page first. */
@Injectable()
export class RevisionsRepository {
  constructor(
    private readonly database: Database,
    private readonly access: AccessService,
  ) {}

  /** Whether the caller sees the page. Drafts have no revisions yet. */
  async seesPage(pageId: number, actor: Actor): Promise<boolean> {
    const parameters = new Parameters();
    const visible = await this.access.visible(actor, 'page', 'page', parameters);
    const sql = `SELECT 1 FROM pages page WHERE ${visible} AND NOT page.draft AND page.id = ${parameters.add(pageId)}`;
    return (await this.database.query(sql, parameters.values)).length > 0;
  }

  list(pageId: number, query: ListQuery): Promise<ListBatch<RevisionRow>> {
    return fetchListing(this.database, revisionListing, query, {
      select: COLUMNS,
      from: 'page_revisions revision',
      where: (parameters) => `revision.page_id = ${parameters.add(pageId)}`,
    });
  }

  async find(pageId: number, id: number): Promise<RevisionDetailRow | undefined> {
    const [row] = await this.database.query<RevisionDetailRow>(
      `${DETAIL} WHERE revision.page_id = $1 AND revision.id = $2`,
      [pageId, id],
    );
    return row;
  }

  /** The newest revision that is older than this one. */
  async before({ page_id: pageId, revision_number: number }: RevisionRow): Promise<RevisionDetailRow | undefined> {
    const sql = `${DETAIL} WHERE revision.page_id = $1 AND revision.revision_number < $2 ORDER BY revision.revision_number DESC LIMIT 1`;
    const [row] = await this.database.query<RevisionDetailRow>(sql, [pageId, number]);
    return row;
  }

  /**
   * Deletes a revision, unless it is the newest. The page must be locked.
   * @returns whether it was deleted
   */
  async removeIfOld({ id, page_id: pageId, revision_number: number }: RevisionRow): Promise<boolean> {
    const sql = 'SELECT 1 FROM page_revisions WHERE page_id = $1 AND revision_number > $2 LIMIT 1';
    if ((await this.database.query(sql, [pageId, number])).length === 0) return false;
    await this.database.query('DELETE FROM page_revisions WHERE id = $1', [id]);
    return true;
  }
}
