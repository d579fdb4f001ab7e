import { ALL_EVENTS, EVENT_NAMES, phraseOf } from '../events/event-names';

const GROUPS: readonly (readonly [label: string, names: RegExp])[] = [
  ['Pages', /^(?:page|revision)_/],
  ['Chapters', /^chapter_/],
  ['Books', /^book_/],
  ['Shelves', /^bookshelf_/],
  ['Comments', /^comment/],
  ['Calendar', /^(?:event|venue|organizer)_/],
  ['Users, roles and tokens', /^(?:user|role|api_token|auth|mfa)_/],
  ['Administration', /./],
];

/** The events of the form for webhooks, each in the first group that its name fits. */
export const EVENT_GROUPS = GROUPS.map(([label, names], index) => ({
  label,
  events: EVENT_NAMES.filter(
    (name) =>
      name !== ALL_EVENTS && names.test(name) && !GROUPS.slice(0, index).some(([, earlier]) => earlier.test(name)),
  ).map((name) => ({ name, label: phraseOf(name) })),
}));
