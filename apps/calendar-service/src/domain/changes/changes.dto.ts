import { PositiveNumber } from '../lists/page.dto';
import { FilledText } from '../parameters/rules';

const DEFAULT_SIZE = 50;
const LARGEST_SIZE = 200;

export class ChangesDto {
  /** A token of an earlier answer; from the beginning unless given. */
  @FilledText()
  since?: string;

  @PositiveNumber()
  per_page?: number;

  /** Shows protected events that have this password in full. */
  @FilledText()
  password?: string;
}

export const changesPerPage = ({ per_page = DEFAULT_SIZE }: ChangesDto): number => Math.min(per_page, LARGEST_SIZE);
