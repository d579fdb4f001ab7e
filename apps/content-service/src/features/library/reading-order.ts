import type { BooksService } from '../books/books.service';

type Contents = Awaited<ReturnType<BooksService['contents']>>;

/** The pages of a book in the order of its contents. */
export const pagesInReadingOrder = (contents: Contents) =>
  contents.flatMap((entry) => (entry.type === 'chapter' ? entry.pages : [entry]));

const counted = (count: number, noun: string) => (count === 1 ? `1 ${noun}` : `${count} ${noun}s`);

/** The number of chapters and pages in words: `3 chapters, 1 page`. */
export function sizeOf(contents: Contents): string {
  const chapters = contents.filter(({ type }) => type === 'chapter').length;
  const pages = counted(pagesInReadingOrder(contents).length, 'page');
  return chapters === 0 ? pages : `${counted(chapters, 'chapter')}, ${pages}`;
}
