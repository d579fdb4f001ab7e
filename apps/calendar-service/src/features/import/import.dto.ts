import { YesNo } from '../../domain/parameters/rules';

export class ImportDto {
  /** Tells what would happen, and stores nothing. */
  @YesNo()
  dry_run?: boolean;
}
