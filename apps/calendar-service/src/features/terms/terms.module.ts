import { Module } from '@nestjs/common';
import { RecordsModule } from '../../records/records.module';
import { EventTerms } from './event-terms';
import { TermListing } from './term-listing';
import { TermLists } from './term-lists';
import { TermPresenter } from './term.presenter';
import { TermSlugs } from './term-slugs';
import { TermsRepository } from './terms.repository';
import { TermsService } from './terms.service';

@Module({
  imports: [RecordsModule],
  providers: [EventTerms, TermListing, TermLists, TermPresenter, TermSlugs, TermsRepository, TermsService],
  exports: [EventTerms, TermLists, TermPresenter, TermsRepository, TermsService],
})
export class TermsModule {}
