import { treatmentOf } from './file-parts';
import { partsOf } from './line-parts';

/** Parts of a file that events have no field for. They are kept as content lines, unfolded and well-formed, and exported again. */
export type KeptLines = Partial<Record<KeptKind, readonly string[]>>;
const KINDS = ['attendees', 'attachments', 'properties', 'alarms'] as const;
type KeptKind = (typeof KINDS)[number];

/** Lines for callers who may not change the event: neither its people, nor properties of single programs, which may hold anything. */
export const publicLines = ({ attendees, properties, ...others }: KeptLines): KeptLines => ({
  ...others,
  ...(attendees && { attendees: [] }),
  ...(properties && { properties: properties.filter((line) => !/^(?:X-|REQUEST-STATUS)/i.test(line)) }),
});

/** Drops attachments with this address, because the event has it as its image. */
export const withoutAttachment = ({ attachments, ...others }: KeptLines, address: string | undefined): KeptLines => {
  const rest = attachments?.filter((line) => partsOf(line).value !== address);
  return rest && rest.length > 0 ? { ...others, attachments: rest } : others;
};

/** The kinds that differ from the current ones. A kind that the file does not mention stays unchanged. */
export const newLines = (read: KeptLines, current: KeptLines): KeptLines =>
  Object.fromEntries(
    KINDS.filter((kind) => read[kind] && JSON.stringify(read[kind]) !== JSON.stringify(current[kind])).map((kind) => [
      kind,
      read[kind],
    ]),
  );

/** Whether properties of this name are kept. */
export const isKept = (name: string): boolean =>
  name !== '' && name !== 'BEGIN' && name !== 'END' && treatmentOf(name) === 'kept';
