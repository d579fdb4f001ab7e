import { Module } from '@nestjs/common';
import { RenderingModule } from '../../text/rendering/rendering.module';
import { AccessModule } from '../access/access.module';
import { DefaultTemplates } from './default-templates';
import { IncludedPages } from './included-pages';
import { PageRenderer } from './page-renderer';
import { PageRevisions } from './page-revisions';
import { Parents } from './parents';
import { Placement } from './placement';

/** Places of items in the tree, and the rendered texts of pages. */
@Module({
  imports: [AccessModule, RenderingModule],
  providers: [DefaultTemplates, IncludedPages, PageRenderer, PageRevisions, Parents, Placement],
  exports: [DefaultTemplates, PageRenderer, PageRevisions, Parents, Placement],
})
export class ContentTreeModule {}
