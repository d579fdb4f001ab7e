import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { SlugService } from './slug.service';

/** Slugs of items, also their former ones. */
@Module({ imports: [AccessModule], providers: [SlugService], exports: [SlugService] })
export class SlugsModule {}
