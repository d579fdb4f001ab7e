import { Injectable } from '@nestjs/common';
import type { View } from '../../domain/access/access.service';
import { type IndexWords, weigh } from './index-words';
import { ITEM_KINDS } from './item-kinds';
import { KnownItems } from './known-items';
import { byPoints, countEntries, pointsOf } from './quick-ranking';
import { type Found, SearchRepository } from './search.repository';

/** Of all words together. So many take this process a few milliseconds, in which it does nothing else; of more the database makes less trouble. */
const MOST_ENTRIES = 20_000;

interface WordSearch {
  words: IndexWords;
  view: View;
  limit: number;
  offset: number;
}

/** Searches for nothing but words, which nearly all are: the database gives the entries of the words, and the rest is done here. */
@Injectable()
export class QuickSearch {
  constructor(
    private readonly known: KnownItems,
    private readonly results: SearchRepository,
  ) {}

  /** Undefined when the database had better do all of it. */
  async find({ words, view, limit, offset }: WordSearch): Promise<Found | undefined> {
    const { horizon } = this.known;
    if (horizon === undefined) return undefined;
    const { entries, since } = await this.results.entries(words, horizon, Math.ceil(MOST_ENTRIES / words.texts.length));
    if (!this.known.follow(since) || !entries) return undefined;
    const sees = new Map(ITEM_KINDS.map(({ code, type }) => [code, view.sees(type)]));
    const seen = pointsOf(entries, weigh(countEntries(entries, words.texts.length))).filter(({ type, id }) => {
      const guarded = this.known.guardOf(type, id);
      return guarded !== undefined && sees.get(type)?.(guarded) === true;
    });
    return { hits: seen.sort(byPoints).slice(offset, offset + limit), total: seen.length };
  }
}
