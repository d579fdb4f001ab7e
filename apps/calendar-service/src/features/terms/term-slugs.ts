import { Injectable } from '@nestjs/common';
import { freeCategorySlug, freeSlug, slugOf, withParent } from '../../calendar/slugs/slugs';
import type { TermKind } from './term.kind';
import { TermsRepository } from './terms.repository';

interface SlugRequest {
  given?: string | undefined;
  name: string;
  parentId: number | null;
  exceptId?: number;
}

/** The slug from the given text, else from the name, whether it is free or not. */
export const termSlug = (kind: TermKind, { given = '', name }: Pick<SlugRequest, 'given' | 'name'>): string =>
  slugOf(given) || slugOf(name) || kind;

@Injectable()
export class TermSlugs {
  constructor(private readonly terms: TermsRepository) {}

  /** A free slug like the wanted one. If that is taken, a child gets its parent's slug appended, others a number (calendar-behaviour §7.4). */
  async free(kind: TermKind, { given, name, parentId, exceptId }: SlugRequest): Promise<string> {
    const requested = termSlug(kind, { given, name });
    const parent = parentId === null ? undefined : await this.terms.find(kind, parentId);
    const used = await this.terms.findUsedSlugs(
      kind,
      parent ? [requested, withParent(requested, parent.slug)] : [requested],
      exceptId,
    );
    return freeCategorySlug(requested, parent?.slug, (slug) => used.has(slug));
  }

  /** Slugs for names at the root; no two are equal. */
  async freeOfAll(kind: TermKind, names: readonly string[]): Promise<string[]> {
    const requested = names.map((name) => termSlug(kind, { name }));
    const used = await this.terms.findUsedSlugs(kind, requested);
    return requested.map((slugOfName) => {
      const slug = freeSlug(slugOfName, (other) => used.has(other));
      used.add(slug);
      return slug;
    });
  }
}
