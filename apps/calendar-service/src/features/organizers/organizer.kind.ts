import { text } from '@almanac/listing';
import { recordFields, type RecordKind } from '../../records/queries/record-kind';
import { StoredOrganizer } from '../../records/record/record.entity';
import { RecordListDto } from '../../records/record/record.dto';
import { presentOrganizer, presentSingleOrganizer } from './organizer.presenter';
import { ORGANIZER_COLUMNS, type OrganizerRow, ORGANIZER_SCHEMA } from './organizer.schema';
import { CreateOrganizerDto, UpdateOrganizerDto } from './organizers.dto';

const TEXTS = ['phone', 'website', 'email'] as const;

export const ORGANIZER: RecordKind<OrganizerRow, UpdateOrganizerDto, StoredOrganizer> = {
  noun: 'organizer',
  entity: StoredOrganizer,
  table: 'organizers',
  linkTable: 'event_organizers',
  linkColumn: 'organizer_id',
  schema: ORGANIZER_SCHEMA,
  list: RecordListDto,
  create: CreateOrganizerDto,
  update: UpdateOrganizerDto,
  select: ORGANIZER_COLUMNS,
  searchColumns: ['name', 'description', 'phone', 'email', 'website'],
  fields: recordFields('organizer', Object.fromEntries(TEXTS.map((name) => [name, text(`record.${name}`)]))),
  nameOf: ({ organizer }) => organizer,
  columns: ({ phone, website, email }) => ({ phone, website, email }),
  present: presentOrganizer,
  presentSingle: presentSingleOrganizer,
};
