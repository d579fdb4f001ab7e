import { Module } from '@nestjs/common';
import { AccessModule } from '../../content/access/access.module';
import { ParentSearch } from './parent-search';
import { ReindexingTask } from './reindexing';
import { SearchController } from './search.controller';
import { SearchRepository } from './search.repository';
import { SearchService } from './search.service';

@Module({
  imports: [AccessModule],
  controllers: [SearchController],
  providers: [ParentSearch, SearchService, SearchRepository, ReindexingTask],
  exports: [ParentSearch, SearchService],
})
export class SearchModule {}
