import { Database } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { freeCategorySlug, slugOf } from '../slugs/slugs';
import type { TermKind } from './term.entity';
import { TermsRepository } from './terms.repository';

interface Wanted {
  given?: string | undefined;
  name: string;
  parentId: number | null;
  exceptId?: number;
}

@Injectable()
export class TermSlugs {
  constructor(
    private readonly database: Database,
    private readonly terms: TermsRepository,
  ) {}

  /** A slug from what was given, else from the name. A child whose slug is taken gets its parent's behind it, all else a number (calendar-behaviour §7.4). */
  async free(kind: TermKind, { given, name, parentId, exceptId }: Wanted): Promise<string> {
    const wanted = slugOf(given || name) || kind;
    // Two requests must not find the same slug free.
    await this.database.query(`SELECT pg_advisory_xact_lock(hashtext('term-slug:' || $1))`, [kind]);
    const parent = parentId === null ? undefined : await this.terms.find(kind, parentId);
    const taken = await this.terms.takenSlugs(kind, wanted, exceptId);
    return freeCategorySlug(wanted, parent?.slug, (slug) => taken.has(slug));
  }
}
