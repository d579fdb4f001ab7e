import { Inject, Injectable } from '@nestjs/common';
import { apiRoot, SETTINGS, type Settings } from '../../config';
import type { CountedTerm, TermKind } from './term.entity';

const COLLECTIONS: Record<TermKind, string> = { category: 'categories', tag: 'tags' };
const TAXONOMIES: Record<TermKind, string> = { category: 'event_category', tag: 'event_tag' };

/** Shapes of calendar-behaviour §2.4. */
@Injectable()
export class TermPresenter {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  /** For the term's own endpoints. */
  own(term: CountedTerm) {
    const { id, kind, name, slug, description, count } = term;
    const parent = kind === 'category' ? { parent: term.parentId ?? 0 } : {};
    const url = `${this.settings.baseUrl}/events/${kind}/${slug}/`;
    return {
      id,
      count,
      description,
      url,
      name,
      slug,
      taxonomy: TAXONOMIES[kind],
      ...parent,
      meta: [],
      urls: this.urls(term),
    };
  }

  /** Inside an event. */
  embedded(term: CountedTerm) {
    const { id, kind, name, slug, description, count, parentId } = term;
    return {
      name,
      slug,
      term_group: 0,
      term_taxonomy_id: id,
      taxonomy: TAXONOMIES[kind],
      description,
      parent: parentId ?? 0,
      count,
      filter: 'raw',
      id,
      urls: this.urls(term),
    };
  }

  self({ kind, id }: Pick<CountedTerm, 'kind' | 'id'>): string {
    return `${this.collection(kind)}/${id}`;
  }

  collection(kind: TermKind): string {
    return `${apiRoot(this.settings)}/${COLLECTIONS[kind]}`;
  }

  private urls({ kind, id, parentId }: CountedTerm) {
    const up = parentId === null ? {} : { up: this.self({ kind, id: parentId }) };
    return { self: this.self({ kind, id }), collection: this.collection(kind), ...up };
  }
}
