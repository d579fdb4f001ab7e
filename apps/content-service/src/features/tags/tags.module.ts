import { Module } from '@nestjs/common';
import { DomainModule } from '../../content/domain.module';
import { TagsController } from './tags.controller';
import { TagsRepository } from './tags.repository';

@Module({ imports: [DomainModule], controllers: [TagsController], providers: [TagsRepository] })
export class TagsModule {}
