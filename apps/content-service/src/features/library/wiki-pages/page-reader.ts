import { type Actor, can } from '@almanac/auth';
import { Injectable } from '@nestjs/common';
import { canAllOrOwn } from '../../../content/access/permission-rules';
import type { CommentNode } from '../../../content/comments/comment-tree';
import { IncludedMembers } from '../../../content/included/included-members';
import { CodeHighlighter } from '../../../text/rendering/code-highlighter';
import { headingsOf, nameCheckboxes, styleClasses } from '../../../text/rendering/web-page-html';
import { having, listQuery } from '../../../web/list-batches';
import { AttachmentsService } from '../../attachments/attachments.service';
import { BooksService } from '../../books/books.service';
import { EXPORT_LINKS } from '../../exports/export-formats';
import { PagesService } from '../../pages/pages.service';
import { LIBRARY } from '../library-site';
import { pagesInReadingOrder } from '../reading-order';
import { actionsOn, draftActions } from '../writing/item-actions';
import { WITH_RIGHTS } from '../writing/writing-page';

const MAX_ATTACHMENTS = 500;

interface WrittenComment {
  created_by: { id: number } | null;
}

/** Reads the data that the site presents with a wiki page. */
@Injectable()
export class PageReader {
  constructor(
    private readonly pages: PagesService,
    private readonly books: BooksService,
    private readonly attachments: AttachmentsService,
    private readonly members: IncludedMembers,
    private readonly code: CodeHighlighter,
  ) {}

  /** @param path the address of the page; its second segment is the slug of the book */
  async read(id: number, path: string, actor: Actor) {
    const page = await (await this.pages.read(id, WITH_RIGHTS, actor)).show();
    const [contents, parents, files] = await Promise.all([
      this.books.contents({ id: page.book_id, slug: path.split('/')[2] ?? '' }, actor),
      this.members.parents('page', [id], actor),
      this.attachments.list(attachedTo(id), actor),
    ]);
    const order = pagesInReadingOrder(contents);
    const place = order.findIndex((entry) => entry.id === id);
    const { html, css } = styleClasses(nameCheckboxes(await this.code.highlight(page.html)));
    return {
      ...LIBRARY,
      styles: [...LIBRARY.styles, ...(html.includes('class="hljs-') ? ['code.css'] : [])],
      width: 'reading',
      ownHeading: true,
      ownContent: true,
      title: page.name,
      scripts: ['book-tree.js', 'section-links.js', 'wide-parts.js'],
      page,
      html,
      css,
      path,
      actions: page.draft ? draftActions(path, page.permissions) : actionsOn('page', path, page.permissions, actor),
      exportLinks: EXPORT_LINKS,
      contents,
      parents: parents.get(id)?.parents ?? [],
      attachments: files.rows,
      headings: headingsOf(html),
      previous: order[place - 1],
      next: place === -1 ? undefined : order[place + 1],
      comments: { active: commentList(page.comments.active), archived: commentList(page.comments.archived) },
      may: {
        export: can(actor, 'content-export'),
        readRevisions: can(actor, 'revision-view-all') && !page.draft,
        comment: can(actor, 'comment-create-all') && !page.draft,
        edit: (comment: WrittenComment) => canAllOrOwn(actor, 'comment-update', comment.created_by?.id ?? null),
        remove: (comment: WrittenComment) => canAllOrOwn(actor, 'comment-delete', comment.created_by?.id ?? null),
      },
    };
  }
}

const attachedTo = (id: number) =>
  listQuery({
    count: MAX_ATTACHMENTS,
    sort: 'order',
    filters: [having('uploaded_to', id)],
  });

/** Deeper replies are not indented further, so that they stay readable. */
const MAX_INDENT = 4;

/** Trees as a list in reading order. Not recursive, because replies may nest without limit. */
function commentList<C>(trees: readonly CommentNode<C>[]): { comment: C; indent: number }[] {
  const list: { comment: C; indent: number }[] = [];
  const waiting = trees.toReversed();
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    list.push({ comment: node.comment, indent: Math.min(node.depth, MAX_INDENT) });
    for (const reply of node.children.toReversed()) waiting.push(reply);
  }
  return list;
}
