import { Module } from '@nestjs/common';
import { DomainModule } from '../../domain/domain.module';
import { ItemChanges } from './item-changes';
import { KnownItems } from './known-items';
import { QuickSearch } from './quick-search';
import { SearchController } from './search.controller';
import { SearchRepository } from './search.repository';
import { SearchService } from './search.service';

@Module({
  imports: [DomainModule],
  controllers: [SearchController],
  providers: [SearchService, SearchRepository, QuickSearch, KnownItems, ItemChanges],
})
export class SearchModule {}
