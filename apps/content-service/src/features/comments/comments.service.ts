import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { badRequest, forbidden, notFound } from '@almanac/errors';
import { requireMatch, Unchecked, versionedAnswer } from '@almanac/http';
import type { ListQuery } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { AccessService } from '../../content/access/access.service';
import { ActivityLog } from '../../content/activity/activity-log';
import { type CommentRow, presentCommentInList, presentSavedComment } from '../../content/comments/comment.presenter';
import { SiteSettings } from '../../content/settings/site-settings';
import { TextWork } from '../../text/rendering/text-work';
import { presentCommentWithReplies } from './comment.presenter';
import { type CreateCommentDto, UpdateCommentDto } from './comments.dto';
import { CommentsRepository } from './comments.repository';

/** Comments on pages (content-behaviour §10). */
@Injectable()
export class CommentsService {
  constructor(
    private readonly database: Database,
    private readonly comments: CommentsRepository,
    private readonly access: AccessService,
    private readonly texts: TextWork,
    private readonly activity: ActivityLog,
    private readonly site: SiteSettings,
  ) {}

  async list(query: ListQuery, actor: Actor) {
    return (await this.comments.list(query, actor)).map(presentCommentInList);
  }

  async read(id: number, actor: Actor) {
    const { replies, ...comment } = (await this.comments.detail(id, actor)) ?? notFound('Comment');
    const [filtered = comment] = await this.texts.showComments([comment]);
    return versionedAnswer(presentCommentWithReplies({ ...filtered, replies: await this.texts.showComments(replies) }));
  }

  async create(dto: CreateCommentDto, actor: Actor) {
    await this.requireComments();
    // Before the transaction, so that it holds no locks during this work.
    const html = await this.texts.storeComment(dto.html);
    return this.database.transaction(async () => {
      const page = (await this.comments.page(dto.page_id, actor)) ?? notFound('Page');
      if (page.draft) badRequest('You cannot add comments to a draft.');
      const comment = await this.comments.add({
        pageId: page.id,
        replyTo: dto.reply_to ?? null,
        html,
        contentRef: contentRefToStore(dto.content_ref),
        createdBy: actor.id,
      });
      await this.record('comment_create', comment, actor);
      await this.activity.item('commented_on', 'page', page, actor);
      return this.presentSaved(comment, actor);
    });
  }

  update(id: number, input: Unchecked<UpdateCommentDto>, actor: Actor) {
    return this.database.transaction(async () => {
      const comment = (await this.comments.find(id, actor)) ?? notFound('Comment');
      this.access.requireAllOrOwn(actor, 'comment-update', comment.created_by);
      await this.requireComments();
      await requireMatch(() => this.read(id, actor));
      const { html, archived } = input.validate();
      if (archived !== undefined && comment.parent_id !== null)
        badRequest(`Only top-level comments can be ${archived ? 'archived' : 'un-archived'}.`);
      if (html === undefined && archived === undefined) return this.presentSaved(comment, actor);

      const text = html === undefined ? {} : { html: await this.texts.storeComment(html), updatedBy: actor.id };
      await this.comments.rows.update(id, { ...text, archived: archived ?? comment.archived });
      await this.record('comment_update', comment, actor);
      return this.presentSaved((await this.comments.find(id, actor)) ?? notFound('Comment'), actor);
    });
  }

  /** Moves a comment and its replies to the archive of the page, or back. */
  setArchived(id: number, archived: boolean, actor: Actor) {
    return this.update(id, new Unchecked(UpdateCommentDto, { archived }), actor);
  }

  /** Deletes the comment only; its replies stay. */
  remove(id: number, actor: Actor): Promise<void> {
    return this.database.transaction(async () => {
      const comment = (await this.comments.find(id, actor)) ?? notFound('Comment');
      this.access.requireAllOrOwn(actor, 'comment-delete', comment.created_by);
      await this.requireComments();
      await requireMatch(() => this.read(id, actor));
      await this.comments.rows.delete(id);
      await this.record('comment_delete', comment, actor);
    });
  }

  /** @throws Problem 403 while comments are disabled */
  private async requireComments(): Promise<void> {
    if ((await this.site.current()).commentsDisabled) forbidden('Comments are disabled on this site.');
  }

  private async presentSaved(comment: CommentRow, actor: Actor) {
    return (await this.read(comment.id, actor)).as(() => presentSavedComment(comment));
  }

  private record(
    event: 'comment_create' | 'comment_update' | 'comment_delete',
    comment: CommentRow,
    actor: Actor,
  ): Promise<void> {
    return this.activity.event(
      event,
      `Comment #${comment.local_id} (ID: ${comment.id}) for page (ID: ${comment.page_id})`,
      actor,
    );
  }
}

/** The id of the block, a hash of its text, and optionally a range of characters. */
const BLOCK = /^bkmrk-.*?:\d+:(\d*-\d*)?$/;
const MAX_LENGTH = 255;

/** The value to store for a given reference to a block of the page: empty if the reference is malformed (content-behaviour §10). */
export const contentRefToStore = (ref = ''): string => (ref.length <= MAX_LENGTH && BLOCK.test(ref) ? ref : '');
