import { Module } from '@nestjs/common';
import { RenderingModule } from '../../text/rendering/rendering.module';
import { AccessModule } from '../access/access.module';
import { SlugsModule } from '../slugs/slugs.module';
import { BookSortRules } from '../sorting/book-order';
import { ContentTree } from './content-tree';
import { DefaultTemplates } from './default-templates';
import { PageRenderer } from './page-renderer';
import { PageRevisions } from './page-revisions';

/** Places of items in the tree, and the rendered texts of pages. */
@Module({
  imports: [AccessModule, RenderingModule, SlugsModule],
  providers: [BookSortRules, ContentTree, DefaultTemplates, PageRenderer, PageRevisions],
  exports: [BookSortRules, ContentTree, DefaultTemplates, PageRenderer, PageRevisions],
})
export class ContentTreeModule {}
