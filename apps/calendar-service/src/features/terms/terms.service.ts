import { type Actor, can } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Problem } from '@almanac/errors';
import { requireMatch, versionedAnswer } from '@almanac/http';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';
import type { ParameterFaults } from '../../calendar/parameters/parameter-faults';
import { readChanges, readParameters } from '../../calendar/parameters/read-parameters';
import { mayUpdateSome, refuse } from '../../records/access/rights';
import { plainText } from '../../calendar/rendering/sanitised';
import { MAX_SLUG_ATTEMPTS, slugOf } from '../../calendar/slugs/slugs';
import type { TermKind } from './term.entity';
import { type CountedTerm, presentTerm, TERM_KINDS } from './term.kind';
import { TermSlugs, termSlug } from './term-slugs';
import { TermsRepository } from './terms.repository';
import type { TermInput } from './terms.dto';

/** Writing terms takes the right to change events and the right to manage terms of the kind (calendar-behaviour §6.1). */
export const mayManageTerms = (actor: Actor, kind: TermKind): boolean =>
  mayUpdateSome(actor, 'event') && can(actor, `event-${kind}-manage`);

interface NewTerm {
  parentId: number | null;
  name: string;
  /** The slug in the request. */
  sentSlug: string | undefined;
}

/**
 * The shared rules of categories and tags. Checks run in the order of calendar-behaviour §5.1: parameters, rights, then the record.
 */
@Injectable()
export class TermsService {
  constructor(
    private readonly database: Database,
    private readonly terms: TermsRepository,
    private readonly slugs: TermSlugs,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async read(kind: TermKind, id: number): Promise<CountedTerm> {
    return (await this.terms.find(kind, id)) ?? unknownTerm(kind, id);
  }

  async readBySlug(kind: TermKind, slug: string): Promise<CountedTerm> {
    const id = (await this.terms.resolve(kind, [slug])).get(slug);
    if (id === undefined) throw new Problem(404, `There is no event ${kind} with slug "${slug}".`);
    return this.read(kind, id);
  }

  async create(kind: TermKind, input: object, actor: Actor): Promise<CountedTerm> {
    const { value, faults } = readParameters(TERM_KINDS[kind].create, input);
    await this.checkParent(kind, value.parent, faults);
    faults.refuse();
    if (!mayManageTerms(actor, kind)) refuse(actor);
    refuseParentOfTag(kind, input);
    return this.add(kind, value);
  }

  /** Creates a term without an access check. */
  add(kind: TermKind, input: TermInput & { name: string }): Promise<CountedTerm> {
    return this.database.transaction(async () => {
      const parentId = parentOf(input.parent);
      const { name } = input;
      const description = plainText(input.description ?? '');
      for (let attempt = 0; attempt < MAX_SLUG_ATTEMPTS; attempt++) {
        const slug = await this.slugs.free(kind, { sentSlug: input.slug, name, parentId });
        await this.checkNew(kind, { parentId, name, sentSlug: input.slug });
        const id = (await this.terms.insertFree([{ kind, name, slug, description, parentId }])).get(slug);
        if (id !== undefined) return this.read(kind, id);
      }
      throw new Error(`no slug like that of ${kind} ${name} stayed free`);
    });
  }

  /**
   * Creates terms with these names at the root, by few statements, without an access check. Skips a term whose name or slug another transaction takes
   * meanwhile; the caller looks for it again.
   */
  async addMissing(kind: TermKind, names: readonly string[]): Promise<void> {
    const slugs = await this.slugs.freeOfAll(kind, names);
    // Looked up after the slugs. A name stored before them is found here; a name stored later has taken its slug.
    const found = await this.terms.findAllNamed(kind, names);
    const terms = names
      .map((name, index) => ({ kind, name, slug: slugs[index] ?? kind, description: '', parentId: null }))
      .filter((_, index) => found[index] === undefined);
    // All transactions insert in the same order, which prevents deadlocks.
    await this.terms.insertFree(terms.sort((a, b) => (a.slug < b.slug ? -1 : 1)));
  }

  async update(kind: TermKind, id: number, input: object, actor: Actor): Promise<CountedTerm> {
    const { value, faults } = readChanges(TERM_KINDS[kind].update, input);
    await this.checkParent(kind, value.parent, faults);
    if (value.parent && !faults.has('parent') && (await this.terms.isWithin(value.parent, id)))
      faults.addInvalid('parent', 'parent must be neither the category itself nor one below it.');
    faults.refuse();
    if (!mayManageTerms(actor, kind)) refuse(actor);
    return this.withLongTimeouts(async () => {
      const term = await this.lock(kind, id);
      refuseParentOfTag(kind, input);
      const parentId = value.parent === undefined ? term.parentId : parentOf(value.parent);
      const name = value.name ?? term.name;
      const slug =
        value.slug === undefined
          ? term.slug
          : await this.slugs.free(kind, { sentSlug: value.slug, name, parentId, exceptId: id });
      const sentSlug = slugOf(value.slug ?? '');
      // As in the reference, only a category that moves gets another slug than the one sent.
      if (sentSlug !== '' && slug !== sentSlug && parentId === term.parentId) slugInUse(sentSlug);
      const description = value.description === undefined ? term.description : plainText(value.description);
      await this.terms.update({ id, kind, name, slug, description, parentId });
      return this.read(kind, id);
    });
  }

  /** Deletes the term for good; answers with it as it was. */
  async delete(kind: TermKind, id: number, actor: Actor): Promise<CountedTerm> {
    if (!mayManageTerms(actor, kind)) refuse(actor);
    return this.withLongTimeouts(async () => {
      const term = await this.lock(kind, id);
      await this.terms.delete(term);
      return term;
    });
  }

  /** A term as reads show it. */
  version(term: CountedTerm) {
    return versionedAnswer(presentTerm(term, this.settings));
  }

  /** @throws Problem 412 when the caller knows another version */
  private async lock(kind: TermKind, id: number): Promise<CountedTerm> {
    await this.terms.lock(id);
    const term = await this.read(kind, id);
    await requireMatch(() => this.version(term));
    return term;
  }

  private async checkParent(kind: TermKind, parent: number | undefined, faults: ParameterFaults): Promise<void> {
    if (parent && !faults.has('parent') && !(await this.terms.find(kind, parent)))
      faults.addInvalid('parent', 'parent must be the id of a category, or 0.');
  }

  /**
   * A new tag may share a name if its request names a free slug. A new category may if no sibling has the same slug, nor the name in the same letter
   * case, unless the request names a slug of its own.
   */
  private async checkNew(kind: TermKind, { parentId, name, sentSlug }: NewTerm): Promise<void> {
    const sibling = await this.terms.findSibling(kind, parentId, name);
    if (!sibling) return;
    const slug = termSlug(kind, { sentSlug, name });
    const holder = await this.terms.findBySlug(kind, slug);
    const hasOwnSlug = slugOf(sentSlug ?? '') !== '' && slug !== sibling.slug;
    const isUsed = kind === 'tag' ? !hasOwnSlug || holder !== undefined : !hasOwnSlug && sibling.name === name;
    if (isUsed) termExists(kind, sibling.id);
    if (holder?.parentId === parentId) termExists(kind, holder.id);
  }

  /** A change also updates every event that shows the term, which may be a hundred thousand. */
  private withLongTimeouts<T>(work: () => Promise<T>): Promise<T> {
    return this.database.withLongTimeouts(() => this.database.transaction(work));
  }
}

function termExists(kind: TermKind, id: number): never {
  const place = kind === 'category' ? 'with this parent' : 'in this taxonomy';
  throw new Problem(400, `A term with the name provided already exists ${place}.`, {
    type: 'already-exists',
    code: 'term_exists',
    data: { term_id: id },
  });
}

function slugInUse(slug: string): never {
  throw new Problem(400, `The slug “${slug}” is already in use by another term.`, {
    type: 'already-exists',
    code: 'duplicate_term_slug',
  });
}

/** Other unknown members are ignored. A parent would be lost without a word, so it is refused as on the reference. */
function refuseParentOfTag(kind: TermKind, input: object): void {
  if (kind === 'category' || !('parent' in input) || input.parent === null) return;
  throw new Problem(400, 'Cannot set parent term, taxonomy is not hierarchical.', {
    code: 'rest_taxonomy_not_hierarchical',
  });
}

function unknownTerm(kind: TermKind, id: number): never {
  throw new Problem(404, `There is no event ${kind} with ID ${id}.`, { code: 'rest-term-not-found' });
}

/** 0 means the root. */
const parentOf = (parent: number | undefined): number | null => (parent === undefined || parent === 0 ? null : parent);
