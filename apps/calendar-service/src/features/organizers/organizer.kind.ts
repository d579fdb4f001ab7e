import { text } from '@almanac/listing';
import { linkedFields } from '../../records/linked-fields';
import type { LinkedKind, LinkedRow } from '../../records/linked-kind';
import { CreateOrganizerDto, OrganizerListDto, UpdateOrganizerDto } from './organizers.dto';

export interface OrganizerRow extends LinkedRow {
  phone: string;
  website: string;
  email: string;
}

const TEXTS = ['phone', 'website', 'email'] as const;

export const ORGANIZER: LinkedKind<OrganizerRow, UpdateOrganizerDto> = {
  kind: 'organizer',
  table: 'organizers',
  linkTable: 'event_organizers',
  linkColumn: 'organizer_id',
  createDto: CreateOrganizerDto,
  updateDto: UpdateOrganizerDto,
  listDto: OrganizerListDto,
  select: `record.phone, record.website, record.email`,
  searchColumns: ['name', 'description', 'phone', 'email', 'website'],
  fields: linkedFields('organizer', Object.fromEntries(TEXTS.map((name) => [name, text(`record.${name}`)]))),
  nameOf: ({ organizer }) => organizer,
  columns: (input) =>
    Object.fromEntries(TEXTS.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]]))),
};
