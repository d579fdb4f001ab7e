import type { Actor } from '@almanac/auth';
import { mayCreate, mayDeleteSome, mayUpdateSome } from '../../records/access/rights';
import type { LinkedKind } from '../../records/queries/event-links';
import type { RecordKind } from '../../records/queries/record-kind';
import { ORGANIZER } from '../organizers/organizer.kind';
import type { TermKind } from '../terms/term.entity';
import { mayManageTerms } from '../terms/terms.service';
import { VENUE } from '../venues/venue.kind';

/** A member of the API as a field of a form. The control is a template; the other members are its data. */
interface ManagedField {
  name: string;
  label: string;
  control?: 'textarea' | 'checkbox' | 'select' | 'image';
  hint?: string;
  type?: 'email' | 'tel' | 'url';
  required?: true;
}

/** A kind that people manage. Records have an author and a trash, terms have neither. */
export type ManagedKind = { title: string; plural: string; fields: readonly ManagedField[]; links: LinkedKind } & (
  { noun: RecordKind['noun']; record: RecordKind } | { noun: TermKind; record?: undefined }
);

const TEXT: ManagedField = { name: 'description', label: 'Description', hint: 'Text or HTML.', control: 'textarea' };
const CONTACT: readonly ManagedField[] = [
  { name: 'phone', label: 'Phone', type: 'tel' },
  { name: 'website', label: 'Website', type: 'url', hint: 'Begins with https:// or http://' },
];
const PUBLICATION: readonly ManagedField[] = [
  { name: 'image', label: 'Image', hint: 'A PNG, JPEG, GIF, WebP or AVIF file.', control: 'image' },
  { name: 'status', label: 'Status', control: 'select' },
];
const OF_TERMS: readonly ManagedField[] = [
  { name: 'name', label: 'Name', required: true },
  { name: 'slug', label: 'Slug', hint: 'The end of its address. It is made from the name unless given.' },
  { ...TEXT, hint: 'Plain text.' },
];
const TERM_LINKS: LinkedKind = { linkTable: 'event_terms', linkColumn: 'term_id' };

/** In the order of their tabs. */
export const MANAGED_KINDS: readonly ManagedKind[] = [
  {
    ...{ noun: 'venue', plural: 'venues', title: 'Venues', record: VENUE, links: VENUE },
    fields: [
      { name: 'venue', label: 'Name', required: true },
      TEXT,
      { name: 'address', label: 'Address', hint: 'Street and number.' },
      { name: 'city', label: 'City' },
      { name: 'zip', label: 'Postal code' },
      { name: 'state', label: 'State', hint: 'In the United States.' },
      { name: 'province', label: 'Province', hint: 'In other countries.' },
      { name: 'country', label: 'Country' },
      ...CONTACT,
      { name: 'show_map', label: 'Show a map', control: 'checkbox' },
      { name: 'show_map_link', label: 'Show a link to a map', control: 'checkbox' },
      ...PUBLICATION,
    ],
  },
  {
    ...{ noun: 'organizer', plural: 'organizers', title: 'Organizers', record: ORGANIZER, links: ORGANIZER },
    fields: [
      { name: 'organizer', label: 'Name', required: true },
      TEXT,
      ...CONTACT,
      { name: 'email', label: 'E-mail', type: 'email', hint: 'Everybody sees it on the page of the organizer.' },
      ...PUBLICATION,
    ],
  },
  {
    ...{ noun: 'category', plural: 'categories', title: 'Categories', links: TERM_LINKS },
    fields: [...OF_TERMS, { name: 'parent', label: 'Parent', control: 'select' }],
  },
  { noun: 'tag', plural: 'tags', title: 'Tags', links: TERM_LINKS, fields: OF_TERMS },
];

export const mayAdd = (kind: ManagedKind, actor: Actor): boolean =>
  kind.record ? mayCreate(actor, kind.noun) : mayManageTerms(actor, kind.noun);

/** The kinds of which the reader may add, change or delete some. */
export const managedBy = (actor: Actor): readonly ManagedKind[] =>
  MANAGED_KINDS.filter((kind) =>
    kind.record
      ? [mayCreate, mayUpdateSome, mayDeleteSome].some((may) => may(actor, kind.noun))
      : mayManageTerms(actor, kind.noun),
  );

/** Links to the forms about one record that its reader may open. */
export const managingLinks = (noun: ManagedKind['noun'], id: number, may: Record<'edit' | 'delete', boolean>) =>
  (['edit', 'delete'] as const)
    .filter((verb) => may[verb])
    .map((verb) => ({ label: verb === 'edit' ? 'Edit' : 'Delete', path: `/events/community/${verb}/${noun}/${id}` }));
