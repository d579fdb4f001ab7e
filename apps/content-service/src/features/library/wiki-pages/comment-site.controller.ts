import { type Actor, can, CurrentActor } from '@almanac/auth';
import { forbidden, invalid, notFound } from '@almanac/errors';
import { Id, Input, type RawInput, Unchecked } from '@almanac/http';
import { MaxLength, Required, Text, YesNo } from '@almanac/validation';
import { formVersion, isChangedText, type Next, notify, orFormAgain, PostForm, savedUnlessChanged } from '@almanac/web';
import { Get, Param, Query, Render, Req } from '@nestjs/common';
import type { Request } from 'express';
import { canAllOrOwn } from '../../../content/access/permission-rules';
import { escapeHtml } from '../../../text/tree/escape-html';
import { parseHtml, textOf } from '../../../text/tree/html-tree';
import { LibraryPage } from '../../../web/reader.guard';
import { UpdateCommentDto } from '../../comments/comments.dto';
import { CommentsService } from '../../comments/comments.service';
import { LIBRARY } from '../library-site';
import { OldAddresses } from '../old-addresses';
import { isPlain } from '../writing/item-input';

const COMMENT_FORM = 'features/library/wiki-pages/comment';
const MAX_TEXT = 20_000;

interface PageSlugs {
  book: string;
  slug: string;
}

/** A comment as plain text. */
export class CommentFormDto {
  @Required()
  @Text()
  @MaxLength(MAX_TEXT)
  text!: string;
}

/** The requested state, so that a form that is sent twice does not undo itself. */
export class ArchiveFormDto {
  @Required()
  @YesNo()
  archived!: boolean;
}

/** Comments have pages of their own, so that pages to read contain no form. */
@LibraryPage('books/:book/page/:slug')
export class CommentSiteController {
  constructor(
    private readonly addresses: OldAddresses,
    private readonly comments: CommentsService,
  ) {}

  @Get('comment')
  @Render(COMMENT_FORM)
  async form(
    @Param('book') book: string,
    @Param('slug') slug: string,
    @Query('reply') reply: unknown,
    @CurrentActor() actor: Actor,
  ) {
    const { path } = await this.commented(book, slug, actor);
    const replyTo = numberOf(reply);
    return { ...LIBRARY, width: 'wide', title: replyTo ? `Reply to comment #${replyTo}` : 'Write a comment', path };
  }

  @PostForm('comment')
  async write(
    @Param('book') book: string,
    @Param('slug') slug: string,
    @Query('reply') reply: unknown,
    @Input() { text }: CommentFormDto,
    @CurrentActor() actor: Actor,
  ): Promise<Next> {
    const { id, path } = await this.commented(book, slug, actor);
    const comment = { page_id: id, html: paragraphs(text), reply_to: numberOf(reply) };
    const { local_id: number } = await (await this.comments.create(comment, actor)).show();
    return { url: `${path}#comment${number}` };
  }

  @Get('comments/:id/archive')
  @Render('features/library/wiki-pages/archive-comment')
  async askToArchive(@Param() at: PageSlugs, @Id('Comment') id: number, @CurrentActor() actor: Actor) {
    const { path, comment } = await this.found(at, id, 'update', actor);
    const { archived } = comment;
    const title = archived ? 'Return the comment from the archive' : 'Archive the comment';
    return { ...LIBRARY, width: 'wide', title, path, id, archived };
  }

  @PostForm('comments/:id/archive')
  async archive(
    @Param() at: PageSlugs,
    @Id('Comment') id: number,
    @Input() { archived }: ArchiveFormDto,
    @CurrentActor() actor: Actor,
  ): Promise<Next> {
    const { path } = await this.found(at, id, 'update', actor);
    await this.comments.setArchived(id, archived, actor);
    return { url: `${path}#comments` };
  }

  @Get('comments/:id/edit')
  @Render(COMMENT_FORM)
  async edit(@Param() at: PageSlugs, @Id('Comment') id: number, @CurrentActor() actor: Actor) {
    const { path, comment } = await this.found(at, id, 'update', actor);
    const { html, local_id: number } = comment;
    const text = isPlain(html) ? linesOf(html) : html;
    const form = { openedVersion: formVersion({ html }), text, isHtml: !isPlain(html) };
    return { ...LIBRARY, width: 'wide', title: `Edit comment #${number}`, path, ...form };
  }

  @PostForm('comments/:id/edit')
  async save(
    @Param() at: PageSlugs,
    @Id('Comment') id: number,
    @Input() form: RawInput,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<Next> {
    const { path, comment } = await this.found(at, id, 'update', actor);
    const again = { form, template: COMMENT_FORM, draw: () => this.edit(at, id, actor) };
    const read = () => this.comments.read(id, actor);
    const fieldsOf = ({ html }: { html: string }) => ({ html });
    await orFormAgain(again, () =>
      savedUnlessChanged({ version: form['version'], read, fieldsOf }, ({ html }) =>
        this.comments.update(id, new Unchecked(UpdateCommentDto, changedText(form, html)), actor),
      ),
    );
    notify(request, 'The comment is saved.');
    return { url: `${path}#comment${comment.local_id}` };
  }

  @Get('comments/:id/delete')
  @Render('features/library/wiki-pages/delete-comment')
  async askToDelete(@Param() at: PageSlugs, @Id('Comment') id: number, @CurrentActor() actor: Actor) {
    const { path, comment } = await this.found(at, id, 'delete', actor);
    return { ...LIBRARY, width: 'wide', title: `Delete comment #${comment.local_id}`, path, comment };
  }

  @PostForm('comments/:id/delete')
  async remove(
    @Param() at: PageSlugs,
    @Id('Comment') id: number,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
  ): Promise<Next> {
    const { path } = await this.found(at, id, 'delete', actor);
    await this.comments.remove(id, actor);
    notify(request, 'The comment is deleted.');
    return { url: `${path}#comments` };
  }

  /** @throws Problem 403, 404 */
  private async found({ book, slug }: PageSlugs, id: number, action: 'update' | 'delete', actor: Actor) {
    const { id: pageId, path } = await this.addresses.find({ type: 'page', slug, book }, actor);
    const comment = await (await this.comments.read(id, actor)).show();
    if (comment.commentable_id !== pageId) notFound('Comment');
    if (!canAllOrOwn(actor, `comment-${action}`, comment.created_by?.id ?? null)) forbidden();
    return { path, comment };
  }

  private commented(book: string, slug: string, actor: Actor) {
    if (!can(actor, 'comment-create-all')) forbidden();
    return this.addresses.find({ type: 'page', slug, book }, actor, '/comment');
  }
}

const MAX_NUMBER = 2_147_483_647;

/** The number of a comment on its page, from an address. */
function numberOf(text: unknown): number | null {
  return typeof text === 'string' && /^\d{1,10}$/.test(text) && Number(text) <= MAX_NUMBER ? Number(text) : null;
}

/** Plain text as HTML. An empty line separates paragraphs. */
const paragraphs = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}/)
    .map((part) => `<p>${escapeHtml(part).replaceAll('\n', '<br>')}</p>`)
    .join('');

/** The text of plain HTML, which `paragraphs` turns into the same HTML again. */
const linesOf = (html: string): string =>
  textOf(
    parseHtml(
      html
        .replaceAll(/\s+/g, ' ')
        .replaceAll(/ ?<br ?\/?> ?/g, '\n')
        .replaceAll(/<\/p> ?(?=<p>)/g, '\n\n'),
    ),
  );

/** The member of the API, unless the text is as it was opened: then the comment keeps the HTML that is stored. */
function changedText({ text, format }: RawInput, stored: string): { html?: string } {
  if (typeof text !== 'string' || text === '') invalid({ text: ['The text field is required.'] });
  if (!isChangedText(text, format === 'html' ? stored : linesOf(stored))) return {};
  return { html: format === 'html' ? text : paragraphs(text) };
}
