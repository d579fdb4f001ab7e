const MAX_ROWS = 200;

interface ContentRow {
  depth: number;
  kind: string;
  name: string;
  /** Counts of files and tags. */
  notes: string[];
}

/** The summary of an archive as a list: the item, its chapters and its pages. @returns the first rows, and the number of all */
export function contentsOf(type: string, details: object): { total: number; rows: ContentRow[] } {
  const rows: ContentRow[] = [];
  let total = 0;
  const add = (kind: string, item: object, depth: number) => {
    total += 1;
    if (rows.length < MAX_ROWS) rows.push({ depth, kind, name: nameOf(item), notes: notesOf(item) });
    for (const chapter of listIn(item, 'chapters')) add('chapter', chapter, depth + 1);
    for (const page of listIn(item, 'pages')) add('page', page, depth + 1);
  };
  add(type, details, 0);
  return { total, rows };
}

const listIn = (item: object, member: string): object[] => {
  const list: unknown = Reflect.get(item, member);
  return Array.isArray(list) ? list.filter((one): one is object => typeof one === 'object' && one !== null) : [];
};

const nameOf = (item: object): string => String(Reflect.get(item, 'name'));

const notesOf = (item: object): string[] =>
  (['image', 'attachment', 'tag'] as const).flatMap((noun) => {
    const { length } = listIn(item, `${noun}s`);
    return length === 0 ? [] : [length === 1 ? `1 ${noun}` : `${length} ${noun}s`];
  });
