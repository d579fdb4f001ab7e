import { Module } from '@nestjs/common';
import { DomainModule } from '../../domain/domain.module';
import { BooksModule } from '../books/books.module';
import { ChaptersModule } from '../chapters/chapters.module';
import { EmbeddedImages } from '../pages/embedded-images';
import { PagesModule } from '../pages/pages.module';
import { ImportsController } from './imports.controller';
import { ImportsRepository } from './imports.repository';
import { ImportsService } from './imports.service';
import { PortableArchives } from './portable-archives';
import { ImportRunner } from './run/import-runner';
import { ImportTarget } from './run/import-target';
import { ImportWriter } from './run/import-writer';
import { ImportedItems } from './run/imported-items';
import { ImportedTexts } from './run/imported-texts';
import { PageFiles } from './run/page-files';
import { ImportStaging } from './run/staged-import';

@Module({
  imports: [DomainModule, BooksModule, ChaptersModule, PagesModule],
  controllers: [ImportsController],
  providers: [
    EmbeddedImages,
    ImportRunner,
    ImportStaging,
    ImportTarget,
    ImportWriter,
    ImportedItems,
    ImportedTexts,
    ImportsRepository,
    ImportsService,
    PageFiles,
    PortableArchives,
  ],
})
export class ImportsModule {}
