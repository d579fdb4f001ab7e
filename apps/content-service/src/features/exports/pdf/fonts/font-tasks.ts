import { readFileSync } from 'node:fs';
import { create, type Font } from 'fontkitten';
import { CodePoints } from './code-points';

// Worker threads load this file, because the fonts of a large script take longer than requests may wait.

/** The characters that a font file has, as bits; none when it is a file that the browser draws nothing with. */
export function charactersOf(file: string): Uint8Array {
  const characters = new CodePoints();
  for (const font of fontsIn(file))
    for (const code of font.characterSet)
      // Ranges of characters may have gaps.
      if (!characters.has(code) && font.hasGlyphForCodePoint(code)) characters.add(code);
  return characters.bits;
}

/** Font folders hold other files as well. The browser does not use fonts that were compressed for the web. */
function fontsIn(file: string): Font[] {
  try {
    const font = create(readFileSync(file));
    return (font.isCollection ? font.fonts : [font]).filter(({ type }) => type === 'TTF');
  } catch {
    return [];
  }
}
