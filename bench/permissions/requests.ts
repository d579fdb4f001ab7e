/** A request that all callers make, in turns. */
export interface ReadCase {
  readonly name: string;
  /** `turn` is the same for all callers in a round, and differs between rounds. */
  readonly path: (turn: number) => string;
  /** Highest allowed ratio of a restricted caller's time to the administrator's; cases without one are informative. */
  readonly aim?: number;
}

const AIM = 1.5;

/** @param readable pages that every caller sees */
export const readCases = (readable: readonly number[]): ReadCase[] => [
  { name: 'page list, first hundred', path: () => '/api/pages?count=100', aim: AIM },
  { name: 'page list, `offset=500000`', path: () => '/api/pages?count=100&offset=500000', aim: AIM },
  { name: 'page list of a book', path: (turn) => `/api/pages?count=100&filter[book_id]=${2 + turn}`, aim: AIM },
  { name: 'page list of the book with 10,000 pages', path: () => '/api/pages?count=100&filter[book_id]=1', aim: AIM },
  { name: 'total of pages', path: () => '/api/pages?count=1', aim: AIM },
  { name: 'page list, last changed first', path: () => '/api/pages?count=100&sort=-updated_at' },
  { name: 'chapter list', path: () => '/api/chapters?count=100' },
  { name: 'book list', path: () => '/api/books?count=100' },
  { name: 'tag counts', path: () => '/api/tags/names' },
  { name: 'page read', path: (turn) => `/api/pages/${readable[turn % readable.length]}` },
];
