import { Explained } from '@almanac/openapi';
import { acceptsAlso, Takes } from '@almanac/validation';
import { PageDto } from '../../calendar/lists/list-query';
import { CountOrNone, DateOrNone } from '../../calendar/parameters/clearable-rules';
import { RequiredParameter } from '../../calendar/parameters/presence';
import { PlainName } from '../../calendar/parameters/record-rules';
import {
  Check,
  combined,
  FilledText,
  isText,
  NullAs,
  OptionalText,
  Convert,
  BooleanValue,
} from '../../calendar/parameters/rules';
import { isCurrency } from '../../calendar/cost/price';

/** An amount with at most two decimals, sent as a number or text and stored as text. An empty value means free. */
function Amount(): PropertyDecorator {
  return combined(
    Takes({ type: ['string', 'null'], default: 0, ...acceptsAlso({ type: 'number' }) }),
    Convert((value) => (value === '' || value === null ? '0' : typeof value === 'number' ? String(value) : value)),
    Check((value) => isText(value) && /^\d{1,9}(\.\d{1,2})?$/.test(value), 'be an amount with at most two decimals'),
  );
}

/** An ISO 4217 code in any letter case, or an empty text. */
function CurrencyCode(): PropertyDecorator {
  return combined(
    Takes({ type: ['string', 'null'] }),
    NullAs(''),
    Convert((value) => (isText(value) ? value.toUpperCase() : value)),
    Check((value) => value === '' || (isText(value) && isCurrency(value)), 'be a currency code such as EUR'),
  );
}

@Explained<UpdateTicketDto>({
  name: 'Name of the ticket, on one line without markup',
  description: 'Text about the ticket, such as its benefits',
  price: 'Price of one place, with at most two decimals, as text or as a number; payment happens elsewhere',
  currency: 'The currency of the price, by ISO 4217',
  capacity: 'How many places there are; any number unless given',
  per_occurrence: {
    description: 'Whether the capacity is that of each occurrence, which attendees then name',
    default: false,
  },
  available_from: 'From when places are to be had, on the clock of the event; from now on unless given',
  available_until: 'Until when; until the event is over unless given',
})
export class UpdateTicketDto {
  @PlainName(200)
  name?: string;

  @OptionalText(20_000)
  description?: string;

  @Amount()
  price?: string;

  @CurrencyCode()
  currency?: string;

  @CountOrNone()
  capacity?: number | null;

  @NullAs(false)
  @BooleanValue()
  per_occurrence?: boolean;

  @DateOrNone()
  available_from?: string | null;

  @DateOrNone()
  available_until?: string | null;
}

export class CreateTicketDto extends UpdateTicketDto {
  @RequiredParameter()
  @PlainName(200)
  override name!: string;
}

@Explained<ReadTicketDto>({ password: 'The password of a protected event' })
export class ReadTicketDto {
  @FilledText()
  password?: string;
}

@Explained<TicketListDto>({ password: 'The password of a protected event' })
export class TicketListDto extends PageDto {
  @FilledText()
  password?: string;
}

@Explained<DeleteTicketDto>({ force: { description: 'Delete its attendees with it', default: false } })
export class DeleteTicketDto {
  @BooleanValue()
  force?: boolean;
}
