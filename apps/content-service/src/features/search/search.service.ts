import { type Actor, isAnonymous } from '@almanac/auth';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';
import { AccessService } from '../../content/access/access.service';
import { type Clues, PEOPLE_FILTERS, type People, TEXT_FILTERS } from './query/criteria';
import { needlesOf, presentResult } from './result.presenter';
import {
  CALLER_LIMITS,
  completeSearch,
  GUEST_LIMITS,
  parseSearch,
  type SearchLimits,
  type SearchQuery,
} from './query/search-query';
import { DEFAULT_COUNT, type SearchDto } from './search.dto';
import type { IndexWords } from './query/search-sql';
import { SearchRepository } from './search.repository';
import { isTypoOf } from './query/typos';

@Injectable()
export class SearchService {
  constructor(
    private readonly results: SearchRepository,
    private readonly access: AccessService,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Items that match the query and are visible to the caller, best first. When there are none, words are corrected for typos. */
  async find({ query: text, page = 1, count = DEFAULT_COUNT }: SearchDto, actor: Actor) {
    const { query, clues } = await this.read(text, isAnonymous(actor) ? GUEST_LIMITS : CALLER_LIMITS);
    const view = await this.access.view(actor);
    const request = {
      query,
      clues,
      view,
      people: await this.peopleOf(query, actor),
      limit: count,
      offset: (page - 1) * count,
    };
    let words: IndexWords = { texts: query.words, match: '^@' };
    let found = await this.results.find({ ...request, words });
    if (found.total === 0 && words.texts.length > 0) {
      const corrected = await this.corrections(words.texts);
      if (corrected.length > 0) {
        words = { texts: corrected, match: '=' };
        found = await this.results.find({ ...request, words });
      }
    }
    const rows = await this.results.details(found.hits, view);
    const needles = needlesOf({ ...query, words: [...words.texts] });
    return { data: rows.map((row) => presentResult(row, needles, this.settings.baseUrl)), total: found.total };
  }

  /** The database splits texts, so that queries have the words of the index. */
  private async read(text: string, limits: SearchLimits): Promise<{ query: SearchQuery; clues: Clues }> {
    const parsed = parseSearch(text, limits);
    const texts = [
      ...parsed.exacts.map((exact) => exact.text),
      ...parsed.filters.flatMap(({ name, value }) => (TEXT_FILTERS.includes(name) ? [value] : [])),
    ];
    const { pieces, clues } = await this.results.read(parsed.bare, texts, limits);
    return { query: completeSearch(parsed, pieces, limits), clues };
  }

  /** Similar words of the index. Access is checked when these are searched. */
  private async corrections(words: readonly string[]): Promise<string[]> {
    const similar = await this.results.similarWords(words);
    return [...new Set(similar.filter(({ word, searched }) => isTypoOf(word, searched)).map(({ word }) => word))];
  }

  private async peopleOf({ filters }: SearchQuery, actor: Actor): Promise<People> {
    const slugs = filters.filter(({ name }) => PEOPLE_FILTERS.includes(name)).map(({ value }) => value);
    const named = slugs.length > 0 ? await this.results.people(slugs) : [];
    return new Map([...named.map(({ slug, id }) => [slug, id] as const), ['me', actor.id]]);
  }
}
