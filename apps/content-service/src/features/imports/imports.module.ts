import { Module } from '@nestjs/common';
import { DomainModule } from '../../content/domain.module';
import { EmbeddedImages } from '../pages/embedded-images';
import { ImportsController } from './imports.controller';
import { ImportsRepository } from './imports.repository';
import { ImportsService } from './imports.service';
import { PortableArchives } from './archive/portable-archives';
import { ImportCommit } from './run/import-commit';
import { ImportJobs } from './run/import-jobs';
import { ImportPlanner } from './plan/import-planner';
import { ImportRunner } from './run/import-runner';
import { ImportSlugs } from './plan/import-slugs';
import { ImportTarget } from './run/import-target';
import { ImportWriter } from './run/import-writer';
import { ImportedItems } from './run/imported-items';
import { PlannedFiles } from './plan/planned-files';
import { ImportStaging } from './plan/staged-import';

@Module({
  imports: [DomainModule],
  controllers: [ImportsController],
  providers: [
    EmbeddedImages,
    ImportCommit,
    ImportJobs,
    ImportPlanner,
    ImportRunner,
    ImportSlugs,
    ImportStaging,
    ImportTarget,
    ImportWriter,
    ImportedItems,
    ImportsRepository,
    ImportsService,
    PlannedFiles,
    PortableArchives,
  ],
})
export class ImportsModule {}
