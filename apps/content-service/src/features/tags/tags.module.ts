import { Module } from '@nestjs/common';
import { AccessModule } from '../../content/access/access.module';
import { TagsController } from './tags.controller';
import { TagsRepository } from './tags.repository';

@Module({
  imports: [AccessModule],
  controllers: [TagsController],
  providers: [TagsRepository],
  exports: [TagsRepository],
})
export class TagsModule {}
