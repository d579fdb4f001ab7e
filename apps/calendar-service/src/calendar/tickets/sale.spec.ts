import { saleState } from './sale';

const NOW = new Date('2031-05-01T12:00:00Z');
const [EARLIER, LATER] = [new Date('2031-04-01T00:00:00Z'), new Date('2031-06-01T00:00:00Z')];
const TICKET = {
  availableFrom: null,
  availableUntil: null,
  eventEndsAt: LATER,
  capacity: null,
  perOccurrence: false,
  sold: 3,
};

it.each([
  ['without limits', {}, 'open'],
  ['with a place left', { capacity: 4 }, 'open'],
  ['without a place left', { capacity: 3 }, 'soldOut'],
  ['with places for each occurrence', { capacity: 3, perOccurrence: true }, 'open'],
  ['with no places at all', { capacity: 0, sold: 0 }, 'soldOut'],
  ['within its time', { availableFrom: EARLIER, availableUntil: LATER }, 'open'],
  ['at the very moments', { availableFrom: NOW, availableUntil: NOW, eventEndsAt: NOW }, 'open'],
  ['before its time', { availableFrom: LATER }, 'early'],
  ['after its time', { availableUntil: EARLIER }, 'late'],
  ['of an event that is over', { eventEndsAt: EARLIER }, 'over'],
  ['of an event that is over, though the sale would go on', { eventEndsAt: EARLIER, availableUntil: LATER }, 'over'],
  ['sold out and too late', { availableUntil: EARLIER, capacity: 3 }, 'late'],
])('a ticket %s is %3$s', (_, fields, state) => {
  expect(saleState({ ...TICKET, ...fields }, { status: 'publish' }, NOW)).toBe(state);
});

it.each([
  ['private', 'open'],
  ['draft', 'unpublished'],
  ['pending', 'unpublished'],
  ['future', 'unpublished'],
  ['trash', 'unpublished'],
] as const)('a ticket of an event with status %s is %s', (status, state) => {
  expect(saleState(TICKET, { status }, NOW)).toBe(state);
});
