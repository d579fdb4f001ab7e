import type { Actor } from '@almanac/auth';
import { invalid } from '@almanac/errors';
import type { RawInput } from '@almanac/http';
import { Injectable } from '@nestjs/common';
import { ItemAddresses } from '../../../content/slugs/item-addresses';
import { SearchService } from '../../search/search.service';
import { CalendarCategories, type OfferedRecord } from './calendar-categories';

/** A form offers this many records for a name that several have. */
const MAX_FOUND = 20;
const MAX_TEXT = 200;
const NUMBER = /^#?([1-9]\d{0,8})$/;

/** The parts of a webhook's scope. `add` is the field for the name of a further record. */
const FIELDS = [
  {
    name: 'shelf_ids',
    add: 'add_shelf',
    label: 'Shelves and their books',
    noun: 'shelf',
    many: 'shelves',
    type: 'bookshelf',
  },
  { name: 'book_ids', add: 'add_book', label: 'Books', noun: 'book', many: 'books', type: 'book' },
  {
    name: 'category_ids',
    add: 'add_category',
    label: 'Categories of the calendar',
    noun: 'category',
    many: 'categories',
  },
] as const;
type ScopeField = (typeof FIELDS)[number];

type Ids = Record<ScopeField['name'], readonly number[]>;

/** The scope of a webhook in a form: chosen records by their names, and a field to add one by name or number. */
@Injectable()
export class ScopeFields {
  constructor(
    private readonly addresses: ItemAddresses,
    private readonly search: SearchService,
    private readonly categories: CalendarCategories,
  ) {}

  /** @param entered the values of a form that was refused; empty for a new one */
  show(stored: Ids, entered: RawInput, actor: Actor) {
    const isSentBack = Object.keys(entered).length > 0;
    return Promise.all(
      FIELDS.map(async (field) => {
        const ids = isSentBack ? idsIn(entered[field.name]) : stored[field.name];
        const found = await this.find(field, textIn(entered[field.add]), actor);
        return {
          ...field,
          chosen: await this.named(field, ids, actor),
          found: found.filter(({ id }) => !ids.includes(id)),
        };
      }),
    );
  }

  /** The ids of the form, with those of the names to add. @throws Problem 422 for a name that none or several have */
  async read(form: RawInput, actor: Actor): Promise<Record<ScopeField['name'], unknown>> {
    const faults: Record<string, string[]> = {};
    const read = async (field: ScopeField) => {
      const ids = idsIn(form[field.name]);
      const text = textIn(form[field.add]);
      const found = await this.find(field, text, actor);
      // Those among which the form asked to choose.
      if (text === '' || found.some(({ id }) => ids.includes(id))) return ids;
      const [only, ...others] = exactly(found, text);
      if (only && others.length === 0) return [...ids, only.id];
      faults[field.add] = [refusal(field, text, found.length, only !== undefined)];
      return ids;
    };
    const [shelf_ids, book_ids, category_ids] = await Promise.all([read(FIELDS[0]), read(FIELDS[1]), read(FIELDS[2])]);
    if (Object.keys(faults).length > 0) invalid(faults);
    return { shelf_ids, book_ids, category_ids };
  }

  private async find(field: ScopeField, text: string, actor: Actor): Promise<OfferedRecord[]> {
    if (text === '') return [];
    const id = Number(NUMBER.exec(text)?.[1] ?? 0);
    const [numbered, named] = await Promise.all([
      this.existing(field, id === 0 ? [] : [id], actor),
      this.matching(field, text, actor),
    ]);
    return [...numbered, ...named.filter((one) => numbered.every((other) => other.id !== one.id))];
  }

  private async matching(field: ScopeField, text: string, actor: Actor): Promise<OfferedRecord[]> {
    if (!('type' in field)) return this.categories.matching(text, MAX_FOUND);
    const { type } = field;
    const found = await this.search.find({ query: `${text} {type:${type}}`, page: 1, count: MAX_FOUND }, actor);
    return found.data.filter((item) => item.type === type).map(({ id, name }) => ({ id, label: name }));
  }

  private async existing(field: ScopeField, ids: readonly number[], actor: Actor): Promise<OfferedRecord[]> {
    if (!('type' in field)) return this.categories.withIds(ids);
    const items = await this.addresses.ofItems(field.type, ids, actor);
    return [...items.values()].map(({ id, name }) => ({ id, label: name }));
  }

  private async named(field: ScopeField, ids: readonly number[], actor: Actor): Promise<OfferedRecord[]> {
    const existing = new Map((await this.existing(field, ids, actor)).map(({ id, label }) => [id, label]));
    return ids.map((id) => ({ id, label: existing.get(id) ?? `Number ${id}, which you cannot see` }));
  }
}

/** Those with exactly this name or number. Similar ones are only offered. */
function exactly(found: readonly OfferedRecord[], text: string): readonly OfferedRecord[] {
  const isNamed = ({ label }: OfferedRecord) => label.localeCompare(text, 'en', { sensitivity: 'base' }) === 0;
  const isNumbered = ({ id }: OfferedRecord) => NUMBER.exec(text)?.[1] === String(id);
  return found.filter((one) => isNamed(one) || isNumbered(one));
}

function refusal({ noun, many }: ScopeField, text: string, found: number, isAmbiguous: boolean): string {
  if (isAmbiguous) return `Several ${many} are called “${text}”. Tick those that you mean.`;
  if (found === 0) return `No ${noun} that you can see matches “${text}”. Enter its name or number.`;
  return `No ${noun} is called exactly “${text}”. Tick those that you mean, or enter another name.`;
}

const textIn = (value: unknown): string =>
  typeof value === 'string' ? value.replaceAll('\0', '').trim().slice(0, MAX_TEXT) : '';

/** The ids of the ticked boxes. */
const idsIn = (value: unknown): number[] =>
  [value ?? []].flat().flatMap((text) => {
    const [, id] = typeof text === 'string' ? (NUMBER.exec(text) ?? []) : [];
    return id === undefined ? [] : [Number(id)];
  });
