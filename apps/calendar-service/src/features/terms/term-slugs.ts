import { Injectable } from '@nestjs/common';
import { freeCategorySlug, freeSlug, slugOf, withParent } from '../../calendar/slugs/slugs';
import type { TermKind } from './term.entity';
import { TermsRepository } from './terms.repository';

interface SlugRequest {
  sentSlug?: string | undefined;
  name: string;
  parentId: number | null;
  exceptId?: number;
}

/** The slug from the sent text, else from the name, whether it is free or not. */
export const termSlug = (kind: TermKind, { sentSlug = '', name }: Pick<SlugRequest, 'sentSlug' | 'name'>): string =>
  slugOf(sentSlug) || slugOf(name) || kind;

@Injectable()
export class TermSlugs {
  constructor(private readonly terms: TermsRepository) {}

  /** A free slug like the requested one. If that is in use, a child gets its parent's slug appended, others a number (calendar-behaviour §7.4). */
  async free(kind: TermKind, { sentSlug, name, parentId, exceptId }: SlugRequest): Promise<string> {
    const requested = termSlug(kind, { sentSlug, name });
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
