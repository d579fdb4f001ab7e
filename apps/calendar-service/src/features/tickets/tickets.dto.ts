import { Explained } from '@almanac/openapi';
import { acceptsAlso, both, MAX_INTEGER, Present, reading, Takes } from '@almanac/validation';
import { PageDto } from '../../calendar/lists/list-query';
import { DateOrNone } from '../../calendar/parameters/dates';
import {
  BooleanValue,
  Check,
  EmptyAsNull,
  FilledText,
  isText,
  NullAs,
  OptionalText,
  PlainName,
} from '../../calendar/parameters/rules';
import { isCurrency } from '../../calendar/cost/price';

/** An amount with at most two decimals, sent as a number or text and stored as text. An empty value means free. */
function Amount(): PropertyDecorator {
  return both(
    Takes({ type: ['string', 'null'], default: 0, ...acceptsAlso({ type: 'number' }) }),
    reading((value) => (value === '' || value === null ? '0' : typeof value === 'number' ? String(value) : value)),
    Check((value) => isText(value) && /^\d{1,9}(\.\d{1,2})?$/.test(value), 'be an amount with at most two decimals'),
  );
}

/** A whole number from 0, as JSON or text; an empty text or null means none, and becomes null. */
function CountOrNone(): PropertyDecorator {
  return both(
    Takes({ type: ['integer', 'null'], minimum: 0, maximum: MAX_INTEGER }),
    EmptyAsNull(),
    reading((value) => (isText(value) && /^\d{1,10}$/.test(value) ? Number(value) : value)),
    Check(
      (value) =>
        value === null || (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_INTEGER),
      'be a whole number from 0, or empty',
    ),
  );
}

/** An ISO 4217 code in any letter case, or an empty text. */
function CurrencyCode(): PropertyDecorator {
  return both(
    Takes({ type: ['string', 'null'] }),
    NullAs(''),
    reading((value) => (isText(value) ? value.toUpperCase() : value)),
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
  @Present()
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
