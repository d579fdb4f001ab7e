import type { Actor } from '@almanac/auth';
import type { AddHeader } from './export-file';
import { type ExportedItem, type OpenSource, pagesOf } from './formats/exported-item';
import { markdownOfItem, plainTextOfItem } from './formats/text-exports';

/** An item to write, and for whom. */
export interface ExportOrder {
  item: ExportedItem;
  open: OpenSource;
  actor: Actor;
  /** Aborts when the caller disconnects. */
  disconnect: AbortSignal;
  addHeader: AddHeader;
}

/** The writers that need services. */
export interface ExportWriters {
  html(order: ExportOrder): AsyncIterable<string>;
  pdf(order: ExportOrder): AsyncIterable<Uint8Array>;
  zip(order: ExportOrder): AsyncIterable<Uint8Array>;
}

interface ExportFormat {
  /** Of the file's name. */
  extension: string;
  /** Its link in the library, and the place of that link among the others. */
  label: string;
  place: number;
  /** Its name in the list of endpoints, when that is another than in the path. */
  operation?: string;
  /** Whether it depends only on the database and the caller's rights. A ZIP has its time, and printing has its own limits. */
  isCached: boolean;
  /** Whether callers may ask for parts of the file. */
  ranges?: boolean;
  write(order: ExportOrder, writers: ExportWriters): AsyncIterable<string | Uint8Array>;
}

/** All formats of exports by the last segment of the path, in the order of the API's documents (content-behaviour §15). */
export const EXPORT_FORMATS: ReadonlyMap<string, ExportFormat> = new Map<string, ExportFormat>([
  [
    'html',
    {
      extension: 'html',
      label: 'HTML file',
      place: 1,
      isCached: true,
      write: (order, writers) => writers.html(order),
    },
  ],
  [
    'pdf',
    {
      extension: 'pdf',
      label: 'PDF',
      place: 2,
      isCached: false,
      write: (order, writers) => writers.pdf(order),
    },
  ],
  [
    'plaintext',
    {
      extension: 'txt',
      label: 'Plain text',
      place: 4,
      operation: 'plain-text',
      isCached: true,
      write: ({ item, open }) => plainTextOfItem(item, open(pagesOf(item))),
    },
  ],
  [
    'markdown',
    {
      extension: 'md',
      label: 'Markdown',
      place: 3,
      isCached: true,
      write: ({ item, open }) => markdownOfItem(item, open(pagesOf(item))),
    },
  ],
  [
    'zip',
    {
      extension: 'zip',
      label: 'ZIP archive',
      place: 5,
      isCached: false,
      ranges: true,
      write: (order, writers) => writers.zip(order),
    },
  ],
]);

/** The links to the exports of an item in the library. */
export const EXPORT_LINKS = [...EXPORT_FORMATS]
  .toSorted(([, one], [, other]) => one.place - other.place)
  .map(([format, { label }]) => ({ format, label }));
