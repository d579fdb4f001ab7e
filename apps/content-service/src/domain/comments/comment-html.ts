import { ALL_FILTERS, filterHtml } from '../html/output-filters';
import { keepSimpleHtml } from '../descriptions/simple-html';

/** What is stored of a given comment: the same simple formatting as in descriptions (content-behaviour §10). May be empty. */
export const commentHtmlToStore = (given: string): string => keepSimpleHtml(given);

/** A stored comment as readers get it: through all output filters. */
export const presentCommentHtml = (storedHtml: string): string => filterHtml(storedHtml, { letters: ALL_FILTERS });
