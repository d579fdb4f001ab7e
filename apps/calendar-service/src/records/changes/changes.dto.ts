import { Explained } from '@almanac/openapi';
import { PositiveNumber } from '../../calendar/lists/list-query';
import { FilledText } from '../../calendar/parameters/rules';

const DEFAULT_SIZE = 50;
const MAX_PAGE_SIZE = 200;

@Explained<ChangesDto>({
  since: 'The token of an earlier answer; from the beginning unless given. 410 when it is too old',
  per_page: { description: `How many changes a page holds; ${MAX_PAGE_SIZE} at most`, default: DEFAULT_SIZE },
  password: 'Shows protected events that have this password in full',
})
export class ChangesDto {
  @FilledText()
  since?: string;

  @PositiveNumber()
  per_page?: number;

  @FilledText()
  password?: string;
}

export const changesPerPage = ({ per_page = DEFAULT_SIZE }: ChangesDto): number => Math.min(per_page, MAX_PAGE_SIZE);
