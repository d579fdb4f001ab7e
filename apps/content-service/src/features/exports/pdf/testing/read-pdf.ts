import { getDocumentProxy, getResolvedPDFJS } from 'unpdf';

interface Entry {
  title: string;
  items: Entry[];
}

export interface ReadPdf {
  pages: { text: string; size: number[]; annotations: { url?: string; dest?: unknown }[]; imageWidths: number[] }[];
  text: string;
  /** Titles of all bookmarks, at any depth. */
  bookmarks: string[];
  /** Names of the embedded fonts without their subset prefix, e.g. `NotoSans-Regular`. */
  fonts: string[];
  /** How many boxes stand for characters that no font has. */
  boxes: number;
}

/** Parses a PDF into its pages, bookmarks and fonts. */
export async function readPdf(bytes: ArrayBuffer): Promise<ReadPdf> {
  const document = await getDocumentProxy(new Uint8Array(bytes));
  const { OPS } = await getResolvedPDFJS();
  const [pages, fonts]: [ReadPdf['pages'], Set<string>] = [[], new Set()];
  let boxes = 0;
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent();
    const annotations: ReadPdf['pages'][number]['annotations'] = await page.getAnnotations();
    const { fnArray, argsArray } = await page.getOperatorList();
    for (const [place, operator] of fnArray.entries()) {
      if (operator === OPS.setFont) fonts.add(fontNamed(page.commonObjs.get(argsArray[place][0])));
      if (operator === OPS.showText) boxes += argsArray[place][0].filter(isBox).length;
    }
    const imageWidths = fnArray.flatMap((operator: number, place: number) =>
      operator === OPS.paintImageXObject ? [Number(argsArray[place][1])] : [],
    );
    pages.push({ text: textOf(items), size: page.view.slice(2), annotations, imageWidths });
  }
  const bookmarks = titles(await document.getOutline());
  return { pages, text: pages.map(({ text }) => text).join('\n'), bookmarks, fonts: [...fonts].sort(), boxes };
}

/** Chromium writes glyphs by their numbers in the font. Number 0 stands for a character without a glyph. Numbers in between are gaps. */
const isBox = (glyph: unknown): boolean =>
  typeof glyph === 'object' && glyph !== null && 'originalCharCode' in glyph && glyph.originalCharCode === 0;

const textOf = (items: object[]): string =>
  items
    .map((item) => ('str' in item ? String(item.str) : ''))
    .join(' ')
    .replace(/\s+/g, ' ');

/** A document without headings has no outline. */
const titles = (entries: Entry[] | null): string[] =>
  (entries ?? []).flatMap(({ title, items }) => [title, ...titles(items)]);

const fontNamed = (font: unknown): string =>
  typeof font === 'object' && font !== null && 'name' in font ? String(font.name).replace(/^[A-Z]{6}\+/, '') : '';
