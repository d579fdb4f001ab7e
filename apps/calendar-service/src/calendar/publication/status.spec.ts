import { isStatus, resolveStatus, type PublicationStatus } from './status';

const now = new Date('2026-11-21T09:44:24Z');
const past = new Date('2026-11-01T10:00:00Z');
const ahead = new Date('2033-01-01T08:00:00Z');

const resolve = (
  requested: PublicationStatus | undefined,
  mayPublish: boolean,
  publishedAt: Date | null = null,
  current?: PublicationStatus,
) => resolveStatus({ requested, current, mayPublish, publishedAt, now });

it('isStatus accepts only statuses that a record can be set to', () => {
  expect(['publish', 'future', 'draft', 'pending', 'private'].every(isStatus)).toBe(true);
  expect(['trash', 'auto-draft', 'inherit', 'any', 'foo', '', 'Publish', undefined, 1].some(isStatus)).toBe(false);
});

it.each([
  ['nothing', undefined, 'publish', 'draft'],
  ['publish', 'publish', 'publish', 'pending'],
  ['future', 'future', 'publish', 'pending'],
  ['draft', 'draft', 'draft', 'draft'],
  ['pending', 'pending', 'pending', 'pending'],
  ['private', 'private', 'private', 'private'],
] as const)(
  '%s (%s): a new record becomes %s with the publish permission, and %s without',
  (_, requested, forPublishers, forOthers) => {
    expect(resolve(requested, true)).toBe(forPublishers);
    expect(resolve(requested, false)).toBe(forOthers);
  },
);

it.each([
  [undefined, ahead, 'future'],
  ['publish', ahead, 'future'],
  ['future', ahead, 'future'],
  ['future', past, 'publish'],
  ['publish', past, 'publish'],
  ['draft', ahead, 'draft'],
  ['publish', new Date(now.getTime() + 60_000), 'future'],
  ['publish', new Date(now.getTime() + 59_999), 'publish'],
] as const)('a record with requested status %s and date %s becomes %s', (requested, date, status) =>
  expect(resolve(requested, true, date)).toBe(status),
);

it.each([
  ['draft', undefined, past, 'draft'],
  ['private', undefined, past, 'private'],
  ['publish', undefined, ahead, 'future'],
  ['future', undefined, past, 'publish'],
  ['draft', 'publish', past, 'publish'],
  ['publish', 'draft', past, 'draft'],
] as const)('an update of a %s record to %s (date %s) makes it %s', (current, requested, date, status) =>
  expect(resolve(requested, true, date, current)).toBe(status),
);

it('without the publish permission, an update keeps the status, and publishing makes the record pending', () => {
  expect(resolve(undefined, false, past, 'pending')).toBe('pending');
  expect(resolve(undefined, false, past, 'publish')).toBe('publish');
  expect(resolve('publish', false, past, 'draft')).toBe('pending');
});
