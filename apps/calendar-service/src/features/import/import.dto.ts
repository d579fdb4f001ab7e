import { Explained } from '../../domain/description/fields';
import { YesNo } from '../../domain/parameters/rules';

@Explained<ImportDto>({ dry_run: { description: 'Tells what would happen, and stores nothing', default: false } })
export class ImportDto {
  /** Reports the changes without making them. */
  @YesNo()
  dry_run?: boolean;
}
