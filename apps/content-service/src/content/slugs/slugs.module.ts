import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module';
import { ItemAddresses } from './item-addresses';
import { SlugService } from './slug.service';

/** Slugs of items, also their former ones. */
@Module({ imports: [AccessModule], providers: [ItemAddresses, SlugService], exports: [ItemAddresses, SlugService] })
export class SlugsModule {}
