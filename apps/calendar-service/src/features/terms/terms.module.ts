import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { RecordsModule } from '../../records/records.module';
import { EventTerms } from './event-terms';
import { TermLists } from './term-lists';
import { TermSlugs } from './term-slugs';
import { CategoriesController, TagsController } from './terms.controller';
import { TermsRepository } from './terms.repository';
import { Term } from './term.entity';
import { TermsService } from './terms.service';

@Module({
  imports: [RecordsModule, TypeOrmModule.forFeature([Term])],
  controllers: [CategoriesController, TagsController],
  providers: [EventTerms, TermLists, TermSlugs, TermsRepository, TermsService],
  exports: [EventTerms, TermLists, TermsRepository, TermsService],
})
export class TermsModule {}
