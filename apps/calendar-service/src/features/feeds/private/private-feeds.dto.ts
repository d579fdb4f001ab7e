import { Explained } from '@almanac/openapi';
import { Present } from '@almanac/validation';
import { Anything, PlainName } from '../../../calendar/parameters/rules';

@Explained<CreateFeedDto>({
  name: 'Name that calendar programs show',
  filters: { description: 'Parameters of the list of events that narrow it', type: ['object', 'null'] },
})
export class CreateFeedDto {
  @Present()
  @PlainName(200)
  name!: string;

  /** Parameters of the list of events; `PrivateFeeds` validates them by the rules of that list. */
  @Anything()
  filters?: unknown;
}
