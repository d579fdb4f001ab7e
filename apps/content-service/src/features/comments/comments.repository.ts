import type { Actor } from '@almanac/auth';
import { columnNames, Database, selectColumns, selectComputed, sql } from '@almanac/database';
import { defineListing, fetchListing, integer, type ListQuery, Parameters, text, timestamp } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { AccessService, type View } from '../../content/access/access.service';
import { Comment } from '../../content/comments/comment.entity';
import { COMMENT_COLUMNS, COMMENT_LIST_COLUMNS, type CommentRow } from '../../content/comments/comment.presenter';
import { Page } from '../../content/items/page.entity';
import { userJson } from '../../content/kinds/item-sql';
import type { CommentDetailRow } from './comment.presenter';

export const commentListing = defineListing({
  id: integer('comment.id'),
  commentable_id: integer('comment.page_id'),
  // Only pages can be commented on.
  commentable_type: text(`'page'`),
  parent_id: integer('comment.parent_id', { nulls: 'lowest' }),
  local_id: integer('comment.local_id'),
  content_ref: text('comment.content_ref'),
  created_by: integer('comment.created_by'),
  updated_by: integer('comment.updated_by'),
  created_at: timestamp('comment.created_at'),
  updated_at: timestamp('comment.updated_at'),
});

const COMMENTS = 'comments comment JOIN pages page ON page.id = comment.page_id';
const DETAILS = selectComputed<Pick<CommentDetailRow, 'creator' | 'updater' | 'replies'>>({
  creator: userJson('comment.created_by'),
  updater: userJson('comment.updated_by'),
  replies: `(SELECT coalesce(json_agg(to_json(reply) ORDER BY reply.created_at, reply.id), '[]')
    FROM comments reply WHERE reply.page_id = comment.page_id AND reply.parent_id = comment.local_id)`,
});

/** Callers who can see a page can see its comments; drafts have none (content-behaviour §5.3). */
const visibleIn = (view: View, parameters: Parameters): string =>
  `${view.visible('page', 'page', parameters)} AND NOT page.draft`;

/** Queries for comments. */
@Injectable()
export class CommentsRepository {
  constructor(
    private readonly database: Database,
    private readonly access: AccessService,
    @InjectRepository(Comment) readonly rows: Repository<Comment>,
  ) {}

  async list(query: ListQuery, actor: Actor) {
    const view = await this.access.view(actor);
    const where = (parameters: Parameters) => visibleIn(view, parameters);
    return fetchListing(this.database, commentListing, query, { select: COMMENT_LIST_COLUMNS, from: COMMENTS, where });
  }

  /** Loads a comment for a change and locks its row. */
  async find(id: number, actor: Actor): Promise<CommentRow | undefined> {
    const parameters = new Parameters();
    const visible = visibleIn(await this.access.view(actor), parameters);
    const [row] = await this.database.query(
      sql`SELECT ${COMMENT_COLUMNS} FROM ${COMMENTS} WHERE ${visible} AND comment.id = ${parameters.add(id)} FOR UPDATE OF comment`,
      parameters.values,
    );
    return row;
  }

  async detail(id: number, actor: Actor): Promise<CommentDetailRow | undefined> {
    const parameters = new Parameters();
    const visible = visibleIn(await this.access.view(actor), parameters);
    const [row] = await this.database.query(
      sql`SELECT ${COMMENT_COLUMNS}, ${DETAILS} FROM ${COMMENTS} WHERE ${visible} AND comment.id = ${parameters.add(id)}`,
      parameters.values,
    );
    return row;
  }

  /** Loads a page for a new comment and locks it, so that concurrent comments get different numbers. */
  async page(id: number, actor: Actor) {
    const parameters = new Parameters();
    const visible = await this.access.visible(actor, 'page', 'page', parameters);
    const [row] = await this.database.query(
      sql`SELECT ${selectColumns(Page, 'page', 'id', 'name', 'draft')} FROM pages page
        WHERE ${visible} AND page.id = ${parameters.add(id)} FOR NO KEY UPDATE`,
      parameters.values,
    );
    return row;
  }

  /**
   * Stores a comment with the next number of the page. A reply to a missing number becomes a top-level comment. The page must be locked.
   * @param comment.replyTo the `local_id` of another comment of the page
   */
  async add(comment: {
    pageId: number;
    replyTo: number | null;
    html: string;
    contentRef: string;
    createdBy: number;
  }): Promise<CommentRow> {
    const columns = columnNames(
      Comment,
      'pageId',
      'localId',
      'parentId',
      'html',
      'contentRef',
      'createdBy',
      'updatedBy',
    );
    const statement = sql`INSERT INTO comments AS comment (${columns})
      SELECT $1, coalesce(max(local_id), 0) + 1, max(local_id) FILTER (WHERE local_id = $2), $3, $4, $5, $5 FROM comments WHERE page_id = $1
      RETURNING ${COMMENT_COLUMNS}`;
    const values = [comment.pageId, comment.replyTo, comment.html, comment.contentRef, comment.createdBy];
    const [row] = await this.database.query(statement, values);
    if (!row) throw new Error('a comment was stored without an answer');
    return row;
  }
}
