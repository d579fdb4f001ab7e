import { Module } from '@nestjs/common';
import { AccountsModule } from '../../../content/accounts/accounts.module';
import { ContentTreeModule } from '../../../content/content-tree/content-tree.module';
import { ImagesModule } from '../../../content/images/images.module';
import { IncludedModule } from '../../../content/included/included.module';
import { SlugsModule } from '../../../content/slugs/slugs.module';
import { RenderingModule } from '../../../text/rendering/rendering.module';
import { WebModule } from '../../../web/web.module';
import { BooksModule } from '../../books/books.module';
import { ContentPermissionsModule } from '../../content-permissions/content-permissions.module';
import { ChaptersModule } from '../../chapters/chapters.module';
import { PagesModule } from '../../pages/pages.module';
import { SearchModule } from '../../search/search.module';
import { ShelvesModule } from '../../shelves/shelves.module';
import { SortRulesModule } from '../../sort-rules/sort-rules.module';
import { TagsModule } from '../../tags/tags.module';
import { UsersModule } from '../../users/users.module';
import { OldAddresses } from '../old-addresses';
import { BookFormsController } from './book-forms.controller';
import { ChapterFormsController } from './chapter-forms.controller';
import { ContentsOrder } from './contents-order';
import { ContentsOrderController } from './contents-order.controller';
import { CopiesController } from './copies.controller';
import { ItemCopier } from './item-copier';
import { DraftFormsController } from './draft-forms.controller';
import { ItemForms } from './item-forms';
import { MovesController } from './moves.controller';
import { PageForms } from './page-forms';
import { PageFormsController } from './page-forms.controller';
import { PermissionsController } from './permissions.controller';
import { RestoreController } from './restore.controller';
import { ShelfFormsController } from './shelf-forms.controller';
import { TextPreviewController } from './text-preview.controller';

/** Writing in the browser: forms over the services of the API. */
@Module({
  imports: [
    AccountsModule,
    BooksModule,
    ChaptersModule,
    ContentPermissionsModule,
    ContentTreeModule,
    ImagesModule,
    IncludedModule,
    PagesModule,
    RenderingModule,
    SearchModule,
    ShelvesModule,
    SlugsModule,
    SortRulesModule,
    TagsModule,
    UsersModule,
    WebModule,
  ],
  controllers: [
    ShelfFormsController,
    BookFormsController,
    ChapterFormsController,
    DraftFormsController,
    PageFormsController,
    TextPreviewController,
    MovesController,
    CopiesController,
    ContentsOrderController,
    PermissionsController,
    RestoreController,
  ],
  providers: [ContentsOrder, ItemCopier, ItemForms, OldAddresses, PageForms],
  exports: [ItemForms],
})
export class WritingModule {}
