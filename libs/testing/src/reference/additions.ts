import { readFileSync } from 'node:fs';
import path from 'node:path';

const DOCUMENTS = ['library.md', 'calendar.md'].map((name) =>
  path.resolve(__dirname, '../../../../docs/compatibility', name),
);

/** Finds members of answers that are neither in captured answers nor in the compatibility documents. */
export class Additions {
  private readonly documented: ReadonlySet<string>;

  constructor(captured: readonly unknown[]) {
    const code = DOCUMENTS.flatMap((document) => readFileSync(document, 'utf8').match(/`[^`]+`/g) ?? []);
    this.documented = new Set([...captured.flatMap(namesIn), ...code.flatMap((text) => text.match(/\w+/g) ?? [])]);
  }

  undocumentedIn(ours: unknown): string[] {
    return [...new Set(namesIn(ours))].filter((name) => !this.documented.has(name));
  }
}

function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.values(value).flatMap(namesIn);
  return Array.isArray(value) ? below : [...Object.keys(value), ...below];
}
