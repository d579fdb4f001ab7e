import { BOARD } from '../../people/people';
import type { DemoBook } from './demo-book';

export const boardPapers: DemoBook = {
  name: 'Board Papers',
  by: 'ingrid',
  description_html: '<p>Minutes and budgets. Only the <strong>Board</strong> sees this book.</p>',
  tags: { Team: 'Board' },
  cover: 'board',
  onlyFor: BOARD,
  pages: [{ name: 'Budget of the next year', by: 'ingrid', tags: { Review: 'Yearly' } }],
  chapters: [],
};
