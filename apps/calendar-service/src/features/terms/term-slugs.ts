import { Injectable } from '@nestjs/common';
import { freeCategorySlug, freeSlug, slugOf, withParent } from '../../calendar/slugs/slugs';
import type { TermKind } from './term.kind';
import { TermsRepository } from './terms.repository';

interface Wanted {
  given?: string | undefined;
  name: string;
  parentId: number | null;
  exceptId?: number;
}

/** The slug from the given text, else from the name, whether it is free or not. */
export const wantedSlug = (kind: TermKind, { given = '', name }: Pick<Wanted, 'given' | 'name'>): string =>
  slugOf(given) || slugOf(name) || kind;

@Injectable()
export class TermSlugs {
  constructor(private readonly terms: TermsRepository) {}

  /** A free slug like the wanted one. If that is taken, a child gets its parent's slug appended, others a number (calendar-behaviour §7.4). */
  async free(kind: TermKind, { given, name, parentId, exceptId }: Wanted): Promise<string> {
    const wanted = wantedSlug(kind, { given, name });
    const parent = parentId === null ? undefined : await this.terms.find(kind, parentId);
    const taken = await this.terms.takenSlugs(
      kind,
      parent ? [wanted, withParent(wanted, parent.slug)] : [wanted],
      exceptId,
    );
    return freeCategorySlug(wanted, parent?.slug, (slug) => taken.has(slug));
  }

  /** Slugs for names at the root; no two are equal. */
  async freeOfAll(kind: TermKind, names: readonly string[]): Promise<string[]> {
    const wanted = names.map((name) => wantedSlug(kind, { name }));
    const taken = await this.terms.takenSlugs(kind, wanted);
    return wanted.map((wish) => {
      const slug = freeSlug(wish, (other) => taken.has(other));
      taken.add(slug);
      return slug;
    });
  }
}
