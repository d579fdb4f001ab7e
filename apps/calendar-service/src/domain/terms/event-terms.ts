import type { Actor } from '@almanac/auth';
import { Injectable } from '@nestjs/common';
import { plainText } from '../rendering/sanitised';
import { idOf } from '../parameters/rules';
import { refuse } from '../records/rights';
import type { TermKind } from './term.entity';
import { TermsRepository } from './terms.repository';
import { mayManageTerms, TermsService } from './terms.service';

/** What an event's `categories` and `tags` mean. */
@Injectable()
export class EventTerms {
  constructor(
    private readonly repository: TermsRepository,
    private readonly terms: TermsService,
  ) {}

  /**
   * Ids of the named terms: a number is an id (unknown ones are skipped), a text is a name or slug, and becomes a term when there is none
   * (calendar-behaviour §7.7).
   * @throws Problem 401 or 403 when a term would have to be made by a caller who may not
   */
  async resolve(kind: TermKind, words: readonly string[], actor: Actor): Promise<number[]> {
    const ids = words.flatMap((word) => idOf(word) ?? []);
    const found = new Set((await this.repository.findAll(kind, ids)).map((term) => term.id));
    for (const word of words) if (idOf(word) === undefined) found.add(await this.named(kind, word, actor));
    return [...found];
  }

  private async named(kind: TermKind, word: string, actor: Actor): Promise<number> {
    const name = plainText(word);
    const known = await this.repository.findNamed(kind, name);
    if (known) return known.id;
    if (!mayManageTerms(actor, kind)) refuse(actor);
    return (await this.terms.add(kind, { name })).id;
  }
}
