import { Module, type Provider } from '@nestjs/common';
import { CodeHighlighter } from './code-highlighter';
import { RenderedHtmlCache } from './rendered-html-cache';
import { TextWork } from './text-work';

const RENDERED_HTML_BYTES = 64 * 1024 * 1024;

const renderedHtml: Provider = {
  provide: RenderedHtmlCache,
  inject: [TextWork],
  useFactory: (texts: TextWork) => new RenderedHtmlCache(RENDERED_HTML_BYTES, (page) => texts.render(page)),
};

/** Work on long texts and on code in threads, and the cache of rendered pages. */
@Module({
  providers: [CodeHighlighter, TextWork, renderedHtml],
  exports: [CodeHighlighter, RenderedHtmlCache, TextWork],
})
export class RenderingModule {}
