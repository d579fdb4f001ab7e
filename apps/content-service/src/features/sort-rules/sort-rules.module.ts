import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ActivityModule } from '../../content/activity/activity.module';
import { ContentTreeModule } from '../../content/content-tree/content-tree.module';
import { Book } from '../../content/items/book.entity';
import { SortRule } from '../../content/sorting/sort-rule.entity';
import { WebModule } from '../../web/web.module';
import { SortRuleForms, SortRuleSiteController } from './site/sort-rule-forms';
import { SortRulesController } from './sort-rules.controller';
import { SortRulesRepository } from './sort-rules.repository';
import { SortRulesService } from './sort-rules.service';

@Module({
  imports: [ActivityModule, ContentTreeModule, TypeOrmModule.forFeature([Book, SortRule]), WebModule],
  controllers: [SortRulesController, SortRuleSiteController],
  providers: [SortRuleForms, SortRulesRepository, SortRulesService],
  exports: [SortRulesService],
})
export class SortRulesModule {}
