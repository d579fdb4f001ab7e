import { Required } from '../../../calendar/parameters/presence';
import { FilledText } from '../../../calendar/parameters/rules';

export class EventPasswordDto {
  @Required()
  @FilledText()
  password!: string;
}
