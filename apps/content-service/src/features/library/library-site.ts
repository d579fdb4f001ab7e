import { having } from '../../web/list-batches';

/** The data that all pages of the library give to the layout. */
export const LIBRARY = { section: 'library', width: 'plain', styles: ['library.css'] };

/** Pages that are no drafts. */
export const PUBLISHED = having('draft', false);

/** The members of an answer that a caller asks for. */
export const NO_MEMBERS: ReadonlySet<never> = new Set<never>();

/** The first breadcrumb of a book and all in it, and of a shelf. */
export const ALL_BOOKS = { name: 'Books', path: '/books' };
export const ALL_SHELVES = { name: 'Shelves', path: '/shelves' };

/** The feed of a page, for the layout. */
export const recentChanges = (path: string) => [{ type: 'application/atom+xml', title: 'Recent changes', path }];
