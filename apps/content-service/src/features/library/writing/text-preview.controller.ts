import { type Actor, CurrentActor } from '@almanac/auth';
import { Input, type RawInput, TakesBody } from '@almanac/http';
import { HttpCode, Param, Post, Render, Res } from '@nestjs/common';
import type { Response } from 'express';
import { PageRenderer } from '../../../content/content-tree/page-renderer';
import { CodeHighlighter } from '../../../text/rendering/code-highlighter';
import { TextWork } from '../../../text/rendering/text-work';
import { nameCheckboxes, styleClasses } from '../../../text/rendering/web-page-html';
import { allowOwnStyles } from '../../../web/reader.guard';
import { EMBEDS_IMAGES } from '../../pages/pages.dto';
import { LIBRARY } from '../library-site';
import { OldAddresses } from '../old-addresses';
import { WritingPage } from './writing-page';

/** Shows a text that is being written as its readers will see it. Nothing is stored. */
@WritingPage('books/:book/preview')
export class TextPreviewController {
  constructor(
    private readonly addresses: OldAddresses,
    private readonly texts: TextWork,
    private readonly renderer: PageRenderer,
    private readonly code: CodeHighlighter,
  ) {}

  @Post()
  @HttpCode(200)
  @TakesBody(EMBEDS_IMAGES)
  @Render('features/library/writing/preview')
  async show(
    @Param('book') slug: string,
    @Input() { name, markdown }: RawInput,
    @CurrentActor() actor: Actor,
    @Res({ passthrough: true }) response: Response,
  ) {
    await this.addresses.find({ type: 'book', slug }, actor);
    const body = await this.texts.prepare({ markdown: typeof markdown === 'string' ? markdown : '' }, undefined);
    const rendered = await this.renderer.render(body?.html ?? '', actor, { keep: false });
    const { html, css } = styleClasses(nameCheckboxes(await this.code.highlight(rendered)));
    return {
      ...LIBRARY,
      styles: [...LIBRARY.styles, 'code.css'],
      title: typeof name === 'string' && name.trim() !== '' ? name : 'Preview',
      html,
      ...(css !== '' && { ownStyles: { css, nonce: allowOwnStyles(response) } }),
    };
  }
}
