import { Explained } from '../../calendar/description/fields';
import { YesNo } from '../../calendar/parameters/rules';

@Explained<ImportDto>({ dry_run: { description: 'Reports the changes without making them', default: false } })
export class ImportDto {
  /** Reports the changes without making them. */
  @YesNo()
  dry_run?: boolean;
}
