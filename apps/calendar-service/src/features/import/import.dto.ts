import { Explained } from '@almanac/openapi';
import { BooleanValue } from '../../calendar/parameters/rules';

/** Room for as many events as one file may hold. */
export const IMPORT_LIMIT_BYTES = 10 * 1_024 * 1_024;

@Explained<ImportDto>({ dry_run: { description: 'Reports the changes without making them', default: false } })
export class ImportDto {
  @BooleanValue()
  dry_run?: boolean;
}
