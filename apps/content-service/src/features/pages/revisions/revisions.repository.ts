import type { Actor } from '@almanac/auth';
import { Database, type RowOf, selectComputed, selectSnakeColumns, sql } from '@almanac/database';
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
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { AccessService } from '../../../content/access/access.service';
import { PageRevision } from '../../../content/items/page.entity';
import { userJson } from '../../../content/kinds/item-sql';
import type { UserSummary } from '../../../content/kinds/presentation';

export const revisionListing = defineListing({
  id: integer('revision.id'),
  revision_number: integer('revision.revision_number'),
  name: text('revision.name'),
  slug: text('revision.slug'),
  summary: text(`coalesce(revision.summary, '')`),
  created_by: integer('revision.created_by'),
  created_at: timestamp('revision.created_at'),
});

const OWN = selectSnakeColumns(
  PageRevision,
  'revision',
  'id',
  'pageId',
  'revisionNumber',
  'name',
  'slug',
  'bookSlug',
  'summary',
  'createdAt',
);
const COLUMNS = sql`${OWN}, ${selectComputed<{ creator: UserSummary | null }>({ creator: userJson('revision.created_by') })}`;
const DETAIL = sql`SELECT ${COLUMNS}, ${selectSnakeColumns(PageRevision, 'revision', 'html', 'markdown', 'text')}
  FROM page_revisions revision`;

export type RevisionRow = RowOf<typeof COLUMNS>;
export type RevisionDetailRow = RowOf<typeof DETAIL>;

/** Queries for the revisions of a page. They do not check access: check the page first. */
@Injectable()
export class RevisionsRepository {
  constructor(
    private readonly database: Database,
    private readonly access: AccessService,
    @InjectRepository(PageRevision) private readonly rows: Repository<PageRevision>,
  ) {}

  /** Whether the caller sees the page. Drafts have no revisions yet. */
  async seesPage(pageId: number, actor: Actor): Promise<boolean> {
    const parameters = new Parameters();
    const visible = await this.access.visible(actor, 'page', 'page', parameters);
    const seeing = `SELECT 1 FROM pages page WHERE ${visible} AND NOT page.draft AND page.id = ${parameters.add(pageId)}`;
    return (await this.database.query(seeing, parameters.values)).length > 0;
  }

  list(pageId: number, query: ListQuery): Promise<ListBatch<RevisionRow>> {
    return fetchListing(this.database, revisionListing, query, {
      select: COLUMNS,
      from: 'page_revisions revision',
      where: (parameters) => `revision.page_id = ${parameters.add(pageId)}`,
    });
  }

  async find(pageId: number, id: number): Promise<RevisionDetailRow | undefined> {
    const [row] = await this.database.query(sql`${DETAIL} WHERE revision.page_id = $1 AND revision.id = $2`, [
      pageId,
      id,
    ]);
    return row;
  }

  /** The newest revision that is older than this one. */
  async before({ page_id: pageId, revision_number: number }: RevisionRow): Promise<RevisionDetailRow | undefined> {
    const statement = sql`${DETAIL} WHERE revision.page_id = $1 AND revision.revision_number < $2 ORDER BY revision.revision_number DESC LIMIT 1`;
    const [row] = await this.database.query(statement, [pageId, number]);
    return row;
  }

  /**
   * Deletes a revision, unless it is the newest. The page must be locked.
   * @returns whether it was deleted
   */
  async removeIfOld({ id, page_id: pageId, revision_number: number }: RevisionRow): Promise<boolean> {
    const newer = 'SELECT 1 FROM page_revisions WHERE page_id = $1 AND revision_number > $2 LIMIT 1';
    if ((await this.database.query(newer, [pageId, number])).length === 0) return false;
    await this.rows.delete(id);
    return true;
  }
}
