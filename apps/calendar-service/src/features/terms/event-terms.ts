import type { Actor } from '@almanac/auth';
import { Injectable } from '@nestjs/common';
import { acceptsAlso, both, reading, Takes } from '@almanac/validation';
import { plainText } from '../../calendar/rendering/sanitised';
import { idOf, idWithin } from '../../calendar/parameters/references';
import { Check, FewItems, isText, listItems } from '../../calendar/parameters/rules';
import { refuse } from '../../records/access/rights';
import { MAX_SLUG_ATTEMPTS, slugOf } from '../../calendar/slugs/slugs';
import type { TermKind } from './term.entity';
import { MAX_TERM_NAME } from './terms.dto';
import { TermsRepository } from './terms.repository';
import { mayManageTerms, TermsService } from './terms.service';

/** Maximum number of terms of one kind on one event. */
const MAX_TERMS = 200;

const ONE_TERM = [{ type: 'string' }, { type: 'integer' }];

/** Ids and names of an event's `categories` or `tags`, or objects with ids as answers have them: a list, CSV, one value, or nothing. */
export function TermReferences(): PropertyDecorator {
  return both(
    Takes({
      type: ['array', 'null'],
      items: { type: 'string' },
      ...acceptsAlso(...ONE_TERM, { type: 'array', items: { anyOf: ONE_TERM } }),
    }),
    reading((value) =>
      value === null
        ? []
        : listItems(value)
            .map(idWithin)
            .map((item) => (typeof item === 'number' ? String(item) : item)),
    ),
    FewItems(MAX_TERMS),
    Check(
      (value) =>
        Array.isArray(value) &&
        value.every((item) => isText(item) && (idOf(item) !== undefined || item.length <= MAX_TERM_NAME)),
      `be a list of ids and names of at most ${MAX_TERM_NAME} characters`,
    ),
  );
}

/** Resolves an event's `categories` and `tags`. */
@Injectable()
export class EventTerms {
  constructor(
    private readonly repository: TermsRepository,
    private readonly terms: TermsService,
  ) {}

  /**
   * Ids of the named terms. A number is an id; an unknown one is left out. A text is a name or slug, and creates a term when there is none
   * (calendar-behaviour §7.7).
   * @throws Problem 401 or 403 when a term is missing and the caller may not create it
   */
  async resolve(kind: TermKind, words: readonly string[], actor: Actor): Promise<number[]> {
    const ids = words.flatMap((word) => idOf(word) ?? []);
    const names = namesOf(words);
    return names.length === 0 ? ids : [...ids, ...(await this.named(kind, names, actor))];
  }

  /**
   * The same check without storing anything, for use before images are fetched.
   * @throws Problem 401 or 403 as `resolve`
   */
  async check(kind: TermKind, words: readonly string[] | undefined, actor: Actor): Promise<void> {
    const names = namesOf(words ?? []);
    if (names.length === 0 || mayManageTerms(actor, kind)) return;
    if ((await this.repository.findAllNamed(kind, names)).includes(undefined)) refuse(actor);
  }

  private async named(kind: TermKind, names: readonly string[], actor: Actor): Promise<number[]> {
    for (let round = 0; round < MAX_SLUG_ATTEMPTS; round++) {
      const found = await this.repository.findAllNamed(kind, names);
      const missing = names.filter((_, index) => found[index] === undefined);
      if (missing.length === 0) return found.filter((id) => id !== undefined);
      if (!mayManageTerms(actor, kind)) refuse(actor);
      await this.terms.addMissing(kind, firstOfEach(missing));
    }
    throw new Error(`no slugs stayed free for terms of the kind ${kind}`);
  }
}

/** A name of markup alone leaves nothing, like an empty item of a list. */
const namesOf = (words: readonly string[]): string[] =>
  words
    .filter((word) => !isNumber(word))
    .map(plainText)
    .filter((name) => name.trim() !== '');

/** `0`, `-1` and `1.5` are numbers too, and the ids of no term. */
const isNumber = (word: string): boolean => /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(word.trim());

/** Each name once, in any letter case. Drops a name that is the slug of another name: it finds that term in the next round. */
function firstOfEach(names: readonly string[]): string[] {
  const first = new Map<string, string>();
  for (const name of names) {
    const key = name.toLowerCase();
    if (first.has(key)) continue;
    first.set(key, name).set(slugOf(name), name);
  }
  return [...new Set(first.values())];
}
