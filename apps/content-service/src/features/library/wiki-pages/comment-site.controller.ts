import { type Actor, can, CurrentActor } from '@almanac/auth';
import { forbidden } from '@almanac/errors';
import { Id, Input } from '@almanac/http';
import { MaxLength, Required, Text, YesNo } from '@almanac/validation';
import { PostForm, type Next } from '@almanac/web';
import { Get, Param, Query, Render } from '@nestjs/common';
import { escapeHtml } from '../../../text/tree/escape-html';
import { LibraryPage } from '../../../web/reader.guard';
import { CommentsService } from '../../comments/comments.service';
import { LIBRARY } from '../library-site';
import { OldAddresses } from '../old-addresses';

const MAX_TEXT = 20_000;

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
  @Render('features/library/wiki-pages/comment')
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
  async ask(
    @Param('book') book: string,
    @Param('slug') slug: string,
    @Id('Comment') id: number,
    @CurrentActor() actor: Actor,
  ) {
    const { path } = await this.addresses.find({ type: 'page', slug, book }, actor);
    const { archived } = await (await this.comments.read(id, actor)).show();
    const title = archived ? 'Return the comment from the archive' : 'Archive the comment';
    return { ...LIBRARY, width: 'wide', title, path, id, archived };
  }

  @PostForm('comments/:id/archive')
  async archive(
    @Param('book') book: string,
    @Param('slug') slug: string,
    @Id('Comment') id: number,
    @Input() { archived }: ArchiveFormDto,
    @CurrentActor() actor: Actor,
  ): Promise<Next> {
    const { path } = await this.addresses.find({ type: 'page', slug, book }, actor);
    await this.comments.setArchived(id, archived, actor);
    return { url: `${path}#comments` };
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
