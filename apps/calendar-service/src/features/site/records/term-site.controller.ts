import { type Actor, CurrentActor } from '@almanac/auth';
import { Get, Inject, Param, Query, Render } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config';
import { CalendarPage } from '../../../web/reader.guard';
import type { TermKind } from '../../terms/term.entity';
import { mayManageTerms, TermsService } from '../../terms/terms.service';
import { RECORD_LAYOUT, htmlHead } from '../html-head';
import { managingLinks } from '../managed-kinds';
import { termPath } from '../record-paths';
import { type RecordFilter, RecordList } from './record-list';

type QueryParameters = Readonly<Record<string, unknown>>;

/** The pages of categories and tags, at the `url` of the API. */
@CalendarPage('events')
export class TermSiteController {
  constructor(
    private readonly terms: TermsService,
    private readonly list: RecordList,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get('category/:slug')
  @Render('features/site/records/record')
  category(@Param('slug') slug: string, @Query() query: QueryParameters, @CurrentActor() actor: Actor) {
    return this.data('category', slug, { categories: slug }, query, actor);
  }

  @Get('tag/:slug')
  @Render('features/site/records/record')
  tag(@Param('slug') slug: string, @Query() query: QueryParameters, @CurrentActor() actor: Actor) {
    return this.data('tag', slug, { tags: slug }, query, actor);
  }

  private async data(kind: TermKind, slug: string, filter: RecordFilter, query: QueryParameters, actor: Actor) {
    const term = await this.terms.readBySlug(kind, slug);
    const path = termPath(term);
    const isManager = mayManageTerms(actor, kind);
    return {
      ...RECORD_LAYOUT,
      ...htmlHead({ title: term.name, path, summary: term.description }, this.settings),
      ...(await this.list.data(path, filter, query, actor)),
      title: term.name,
      kind: kind === 'category' ? 'Category' : 'Tag',
      text: term.description,
      lines: [],
      status: 'publish',
      actions: managingLinks(kind, term.id, { edit: isManager, delete: isManager }),
    };
  }
}
