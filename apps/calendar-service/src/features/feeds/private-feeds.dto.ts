import { Required } from '../../domain/parameters/presence';
import { PlainName } from '../../domain/parameters/record-rules';
import { Anything } from '../../domain/parameters/rules';

export class CreateFeedDto {
  @Required()
  @PlainName(200)
  name!: string;

  /** Parameters of the list of events, judged by its rules. */
  @Anything()
  filters?: unknown;
}
