import { readFileSync } from 'node:fs';
import path from 'node:path';

const DOCUMENT = path.resolve(__dirname, '../../../../docs/compatibility.md');

/** Finds members of answers that are neither in captured answers nor in the compatibility document. */
export class Additions {
  private readonly documented: ReadonlySet<string>;

  constructor(captured: readonly unknown[]) {
    const code = readFileSync(DOCUMENT, 'utf8').match(/`[^`]+`/g) ?? [];
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
