import { Module } from '@nestjs/common';
import { AccessModule } from '../../content/access/access.module';
import { AccountsModule } from '../../content/accounts/accounts.module';
import { IncludedModule } from '../../content/included/included.module';
import { SlugsModule } from '../../content/slugs/slugs.module';
import { RenderingModule } from '../../text/rendering/rendering.module';
import { WebModule } from '../../web/web.module';
import { AttachmentsModule } from '../attachments/attachments.module';
import { BooksModule } from '../books/books.module';
import { ChaptersModule } from '../chapters/chapters.module';
import { CommentsModule } from '../comments/comments.module';
import { ExportsModule } from '../exports/exports.module';
import { PagesModule } from '../pages/pages.module';
import { SearchModule } from '../search/search.module';
import { ShelvesModule } from '../shelves/shelves.module';
import { TagsModule } from '../tags/tags.module';
import { BookSiteController } from './books/book-site.controller';
import { ExportedFilesController } from './books/exported-files.controller';
import { OldAddresses } from './old-addresses';
import { CommentSiteController } from './wiki-pages/comment-site.controller';
import { PageSiteController } from './wiki-pages/page-site.controller';
import { PageReader } from './wiki-pages/page-reader';
import { ProfileSiteController } from './people/profile-site.controller';
import { SearchSiteController } from './search/search-site.controller';
import { ShelfSiteController } from './shelves/shelf-site.controller';
import { FeedsController } from './site/feeds.controller';
import { HomeController } from './site/home.controller';
import { NextEvents } from './site/next-events';
import { PublicItems, SiteFilesController } from './site/site-files.controller';
import { ThemeController } from './site/theme.controller';

/** The library as pages for people. Reads go through the services of the API, with the rights of the reader. */
@Module({
  imports: [
    AccessModule,
    AccountsModule,
    AttachmentsModule,
    BooksModule,
    ChaptersModule,
    CommentsModule,
    ExportsModule,
    IncludedModule,
    PagesModule,
    RenderingModule,
    SearchModule,
    ShelvesModule,
    SlugsModule,
    TagsModule,
    WebModule,
  ],
  controllers: [
    HomeController,
    FeedsController,
    SiteFilesController,
    ThemeController,
    ShelfSiteController,
    BookSiteController,
    PageSiteController,
    CommentSiteController,
    ExportedFilesController,
    SearchSiteController,
    ProfileSiteController,
  ],
  providers: [NextEvents, OldAddresses, PageReader, PublicItems],
})
export class LibraryModule {}
