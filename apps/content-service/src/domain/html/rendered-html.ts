import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { filterHtml, type FilterLetters } from './output-filters';

/** Characters of rendered HTML that are kept; about twice as many bytes. */
const MOST_CHARACTERS = 32_000_000;

/** Shows stored HTML filtered, and filters the same HTML once only. Holds nothing that depends on who asks. */
export class RenderedHtml {
  private readonly rendered = new LRUCache<string, string>({ maxSize: MOST_CHARACTERS, sizeCalculation: (html) => html.length + 100 });

  constructor(private readonly letters: FilterLetters) {}

  render(html: string): string {
    if (html === '') return '';
    const key = createHash('sha256').update(html).digest('base64');
    const known = this.rendered.get(key);
    if (known !== undefined) return known;
    const rendered = filterHtml(html, this.letters);
    this.rendered.set(key, rendered);
    return rendered;
  }
}
