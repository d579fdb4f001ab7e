/** The data that all pages of the library give to the layout. */
export const LIBRARY = { section: 'library', width: 'plain', styles: ['library.css'] };

/** The members of an answer that a caller asks for. */
export const NO_MEMBERS: ReadonlySet<never> = new Set<never>();
