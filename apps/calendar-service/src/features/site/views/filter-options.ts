import type { Actor } from '@almanac/auth';
import { Database, selectComputed, sql } from '@almanac/database';
import { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { readableBy, contentsVisibleTo } from '../../../records/access/head-sql';
import type { ViewFilter, ViewRequest } from './view-request';

/** Most entries of one list of choices. */
const MAX_OPTIONS = 50;

interface Option {
  name: string;
  value: string;
}

/** The choices of each filter. */
type FilterOptions = Record<'categories' | 'tags' | 'venue' | 'organizer', Option[]>;

const option = (list: keyof FilterOptions, name: string, value: string) =>
  selectComputed<Option & { list: keyof FilterOptions }>({ list: `'${list}'`, name, value });

/** Finds the choices of the filter form: the first ones by name, and the chosen one. */
@Injectable()
export class FilterOptionQueries {
  constructor(private readonly database: Database) {}

  async read({ filters }: ViewRequest, actor: Actor): Promise<FilterOptions> {
    const parameters = new Parameters();
    const chosen = (name: ViewFilter) => parameters.add(filters[name] ?? '');
    const ofEvent = `AND EXISTS (SELECT FROM events event WHERE event.id = link.event_id AND ${contentsVisibleTo(actor, [], parameters)})`;
    const terms = (kind: string, name: 'categories' | 'tags') => sql`
      (SELECT ${option(name, 'term.name', 'term.slug')} FROM terms term
        WHERE term.kind = '${kind}' AND (term.slug = ${chosen(name)} OR EXISTS (SELECT FROM event_terms link WHERE link.term_id = term.id ${ofEvent}))
        ORDER BY term.slug = ${chosen(name)} DESC, fold(term.name) LIMIT ${MAX_OPTIONS})`;
    const records = (noun: 'venue' | 'organizer', table: string) => sql`
      (SELECT ${option(noun, 'record.name', 'record.id::text')} FROM ${table} record
        WHERE record.status <> 'trash' AND ${readableBy(actor, noun, 'record', parameters)}
        ORDER BY record.id::text = ${chosen(noun)} DESC, fold(record.name) LIMIT ${MAX_OPTIONS})`;
    const all = sql`${terms('category', 'categories')} UNION ALL ${terms('tag', 'tags')}
      UNION ALL ${records('venue', 'venues')} UNION ALL ${records('organizer', 'organizers')}`;
    const rows = await this.database.query(
      sql`SELECT * FROM (${all}) choice ORDER BY fold(choice.name)`,
      parameters.values,
    );
    const of = (list: keyof FilterOptions): Option[] => rows.filter((row) => row.list === list);
    return { categories: of('categories'), tags: of('tags'), venue: of('venue'), organizer: of('organizer') };
  }
}

/** Zones of the select field, from west to east. The address of a view takes any other zone too. */
export const ZONE_NAMES: readonly string[] = [
  'UTC',
  'Pacific/Honolulu',
  'America/Anchorage',
  'America/Los_Angeles',
  'America/Denver',
  'America/Chicago',
  'America/Mexico_City',
  'America/New_York',
  'America/Toronto',
  'America/Halifax',
  'America/Sao_Paulo',
  'America/Argentina/Buenos_Aires',
  'Atlantic/Azores',
  'Europe/London',
  'Europe/Berlin',
  'Europe/Madrid',
  'Europe/Paris',
  'Europe/Rome',
  'Europe/Warsaw',
  'Africa/Lagos',
  'Africa/Johannesburg',
  'Africa/Cairo',
  'Europe/Athens',
  'Europe/Kyiv',
  'Europe/Istanbul',
  'Africa/Nairobi',
  'Asia/Dubai',
  'Asia/Karachi',
  'Asia/Kolkata',
  'Asia/Dhaka',
  'Asia/Bangkok',
  'Asia/Shanghai',
  'Asia/Singapore',
  'Australia/Perth',
  'Asia/Seoul',
  'Asia/Tokyo',
  'Australia/Sydney',
  'Pacific/Auckland',
];
