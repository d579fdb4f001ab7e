import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { SlugHistoryService } from './slug-history.service';
import { SlugService } from './slug.service';

const services = [SlugHistoryService, SlugService];

/** Slugs of items, also their former ones. */
@Module({ imports: [AccessModule], providers: services, exports: services })
export class SlugsModule {}
