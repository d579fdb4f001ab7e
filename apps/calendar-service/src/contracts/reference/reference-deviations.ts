/** An intended difference between a captured answer and ours (docs/compatibility/calendar.md). */
export interface Deviation {
  why: string;
  /** Our status, if it differs; the bodies are then not compared. */
  status?: number;
  /** Members that differ. */
  ignore?: readonly string[];
}

const COST = ['cost', 'cost_details.values.*', 'cost_details.currency_symbol', 'cost_details.currency_position'];
const PARTS = ['year', 'month', 'day', 'hour', 'minutes', 'seconds'];
const TIMES = ['start_date', 'end_date', 'utc_start_date', 'utc_end_date'].flatMap((key) => [
  key,
  ...PARTS.map((part) => `${key}_details.${part}`),
]);

const siteSymbol: Deviation = {
  why: 'the captured site showed a currency symbol of its own for bare numbers',
  ignore: ['cost'],
};
const oneValue: Deviation = {
  why: 'a cost may have a thousands mark beside a decimal one, and be a CSV with symbols',
  ignore: COST,
};
const freeIsFree: Deviation = { why: 'a cost of 0 is free in every notation', ignore: COST };
const instants: Deviation = { why: 'an offset or epoch seconds in the text name an instant', ignore: TIMES };
const today: Deviation = { why: 'relative dates depend on the day of the request', ignore: TIMES };
const optionalText: Deviation = { why: 'optional texts may be empty', status: 201 };
const plainerHtml: Deviation = {
  why: 'descriptions are sanitised for everybody, without the short codes and classes of the host',
  ignore: ['description'],
};
const pageOfDraft: Deviation = {
  why: 'the page of a draft has its slug, or its id without a type of the host',
  ignore: ['website'],
};
const zeroIsText: Deviation = { why: '"0" is a text like any other', status: 201 };
const absent: Deviation = { why: 'null counts as absent', status: 201 };
const notAStatus: Deviation = {
  why: 'only DELETE moves to the trash, and internal statuses cannot be set',
  status: 400,
};
const withTickets = 'events without tickets do not mention them';
const notOverwritten: Deviation = {
  why: 'a record that is found by its name is not overwritten',
  ignore: ['phone', 'email', 'website', 'city', 'address'],
};

export const DEVIATIONS: Readonly<Record<string, Deviation>> = {
  'event-create-cost-array': siteSymbol,
  'event-create-cost-array-numbers': siteSymbol,
  'event-create-cost-big': siteSymbol,
  'event-create-cost-bool': { why: 'a cost is a text, a number or a list of them', status: 400 },
  'event-create-cost-csv': freeIsFree,
  'event-create-cost-decimal': siteSymbol,
  'event-create-cost-decimal-comma': oneValue,
  'event-create-cost-free-and-price': siteSymbol,
  'event-create-cost-html': siteSymbol,
  'event-create-cost-mixed-symbols': siteSymbol,
  'event-create-cost-number-0': freeIsFree,
  'event-create-cost-number-10': siteSymbol,
  'event-create-cost-object': siteSymbol,
  'event-create-cost-range': siteSymbol,
  'event-create-cost-range-spaces': siteSymbol,
  'event-create-cost-text-0': freeIsFree,
  'event-create-cost-text-10': siteSymbol,
  'event-create-cost-thousands': siteSymbol,
  'event-create-date-epoch-text': instants,
  'event-create-date-impossible': { why: 'a day that does not exist is refused', status: 400 },
  'event-create-date-iso-offset': instants,
  'event-create-date-iso-z': instants,
  'event-create-date-natural': today,
  'event-create-date-natural-zone': today,
  'event-create-date-time-only': today,
  'event-create-description-blocks': plainerHtml,
  'event-create-description-empty': optionalText,
  'event-create-description-script': plainerHtml,
  'event-create-description-shortcode': plainerHtml,
  'event-create-draft-with-slug': pageOfDraft,
  'event-create-end-before-start': { why: 'an end before the start is refused, not moved', status: 400 },
  'event-create-slug-empty': optionalText,
  'event-create-status-auto-draft': notAStatus,
  'event-create-status-draft': pageOfDraft,
  'event-create-status-inherit': notAStatus,
  'event-create-status-pending': pageOfDraft,
  'event-create-status-trash': notAStatus,
  'event-create-timezone-europe-rome': {
    why: 'zone names are spelled as in the tz database',
    ignore: ['timezone'],
  },
  'event-create-timezone-plus0530': { why: 'offsets are shown as UTC+5:30', ignore: ['timezone', 'timezone_abbr'] },
  'event-create-timezone-utc-5': { why: 'UTC-5 is five hours all year', ignore: TIMES },
  'event-create-timezone-utcfoo': { why: 'an unknown zone is refused; the reference fails', status: 400 },
  'event-create-title-0': zeroIsText,
  'event-create-title-html': { why: 'titles are plain text', ignore: ['title', 'website'] },
  'event-create-title-unicode': { why: 'slugs have Latin letters', ignore: ['website'] },
  'event-create-title-spaces': { why: 'a title of spaces is no title; the reference fails', status: 400 },
  'organizer-create-duplicate-after': notOverwritten,
  'organizer-create-duplicate-name': notOverwritten,
  'organizer-create-duplicate-name-case': notOverwritten,
  'organizer-create-email-bad': { why: 'an e-mail address must look like one', status: 400 },
  'organizer-create-name-0': zeroIsText,
  'organizer-create-null-fields': absent,
  'venue-create-duplicate-after': notOverwritten,
  'venue-create-duplicate-name': notOverwritten,
  'venue-create-duplicate-name-case': notOverwritten,
  'venue-create-name-0': zeroIsText,
  'venue-create-null-fields': absent,
  'venue-create-show-map-json-true': { why: 'flags of venues may be JSON booleans too', status: 201 },
  'with-tickets-event-create': { why: withTickets, ignore: ['cost', 'attendance', 'ticketed'] },
};

/** A request that ours accepts, or refuses with another status or code. */
interface RefusalDeviation {
  why: string;
  status: number;
  code?: string;
}

const accepted = (why: string): RefusalDeviation => ({ why, status: 201 });
const optional = accepted('optional texts may be empty');
const textAsAny = accepted('"0" is a text like any other');
const nothing = accepted('null counts as absent');
const failure: RefusalDeviation = { why: 'the reference fails', status: 400, code: 'rest_invalid_param' };
const allForms = accepted('one record, a list of records and objects are all accepted');
const unknownIds: RefusalDeviation = {
  why: 'the refusal names unknown ids',
  status: 400,
  code: 'rest_invalid_param',
};
const hosts: RefusalDeviation = { why: 'sessions and passwords of the host are unknown here', status: 200 };
const numbers: RefusalDeviation = {
  why: 'ids may be numbers; the ones sent name no image',
  status: 400,
  code: 'rest_invalid_param',
};
const cased = accepted('the record with the same name is on the reference only');

export const REFUSALS: Readonly<Record<string, RefusalDeviation>> = {
  'categories-list-parent-0': { why: '0 is the root', status: 200 },
  'category-create-description-empty': optional,
  'category-create-duplicate-name-case': cased,
  'category-create-name-0': textAsAny,
  'category-create-name-long': failure,
  'category-create-name-spaces': failure,
  'category-create-parent-0': accepted('0 is the root'),
  'category-create-slug-empty': optional,
  'event-create-categories-object': accepted('objects with ids are read as the ids'),
  'event-create-description-empty': optional,
  'event-create-image-id': numbers,
  'event-create-json-scalar': {
    why: 'the refusal says that the body is not an object',
    status: 400,
    code: 'rest_invalid_json',
  },
  'event-create-organizer-csv': unknownIds,
  'event-create-organizer-inline-object': allForms,
  'event-create-slug-empty': optional,
  'event-create-timezone-utcfoo': failure,
  'event-create-title-0': textAsAny,
  'event-create-title-spaces': failure,
  'event-create-venue-array': unknownIds,
  'event-create-venue-array-two': unknownIds,
  'event-create-venue-csv': unknownIds,
  'event-create-venue-inline-array': allForms,
  'events-list-bad-nonce': hosts,
  'events-list-ticketed-true': { why: 'our calendar has tickets', status: 200 },
  'events-list-unknown-user': hosts,
  'organizer-create-image-int': numbers,
  'organizer-create-name-0': textAsAny,
  'organizer-create-null-fields': nothing,
  'tag-create-description-empty': optional,
  'tag-create-duplicate-name-case': cased,
  'tag-create-name-0': textAsAny,
  'tag-create-name-long': failure,
  'tag-create-name-spaces': failure,
  'tag-create-slug-empty': optional,
  'venue-create-image-int': numbers,
  'venue-create-name-0': textAsAny,
  'venue-create-null-fields': nothing,
  'venue-create-show-map-json-true': accepted('flags of venues may be JSON booleans too'),
};

const number = 'the id of an author is a number';

const noPasswords = 'organizers have no passwords';

/** Captured reads whose members are not compared. */
export const READS: Readonly<Record<string, string>> = {
  'organizer-read-password-admin': noPasswords,
  'organizer-read-password-none': noPasswords,
  'organizer-read-password-wrong': noPasswords,
  'organizers-list-password-protected': noPasswords,
};

/** Members of captured answers that are missing here or have another type. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  _links: 'terms have no pages of the host',
  author: number,
  'venue.author': number,
  'organizer.*.author': number,
  ticketed: withTickets,
  attendance: withTickets,
  'json_ld.offers': 'one offer is an object, as in schema.org',
};

const slugRequired = 'a slug in the path is always required';

/** Parameters that the reference describes, by method. */
export const PARAMETERS: Readonly<Record<string, string>> = {
  'DELETE password': 'a password that has no effect is not described',
  'PATCH slug': slugRequired,
  'POST slug': slugRequired,
  'PUT slug': slugRequired,
};
