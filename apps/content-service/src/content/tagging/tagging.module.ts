import { Module } from '@nestjs/common';
import { TaggingService } from './tagging.service';

/** Tags of items. */
@Module({ providers: [TaggingService], exports: [TaggingService] })
export class TaggingModule {}
