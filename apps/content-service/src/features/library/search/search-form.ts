import { ITEM_TYPES, type ItemType } from '../../../content/kinds/item-kinds';

const PEOPLE = ['created_by', 'updated_by', 'owned_by'] as const;
const MAX_TERM = 1_000;

/** The fields of the search page. The checkboxes write the query language. */
interface SearchForm {
  term: string;
  types: ItemType[];
  /** Only items that the reader created, changed last, or owns. */
  mine: (typeof PEOPLE)[number][];
}

export function readSearchForm(given: Readonly<Record<string, unknown>>): SearchForm {
  const { term } = given;
  const isOn = (name: string) => given[name] === 'on';
  return {
    term: typeof term === 'string' ? term.replaceAll('\0', '').trim().slice(0, MAX_TERM) : '',
    types: ITEM_TYPES.filter(isOn),
    mine: PEOPLE.filter(isOn),
  };
}

/** The search in the query language (content-behaviour §21). Empty for an empty form. */
export const searchQuery = ({ term, types, mine }: SearchForm): string =>
  [term, types.length > 0 && `{type:${types.join('|')}}`, ...mine.map((name) => `{${name}:me}`)]
    .filter((part) => part !== '' && part !== false)
    .join(' ');

/** The address of the results. */
export function searchPath({ term, types = [], mine = [] }: { term: string } & Partial<SearchForm>): string {
  const fields = new URLSearchParams({ term, ...Object.fromEntries([...types, ...mine].map((name) => [name, 'on'])) });
  return `/search?${fields.toString()}`;
}

const LABELS: Readonly<Record<(typeof PEOPLE)[number], string>> = {
  created_by: 'Also items that others created',
  updated_by: 'Also items that others changed',
  owned_by: 'Also items of other owners',
};

/** The same search without one of its filters each, for a search without results. */
export function widerSearches(form: SearchForm): { label: string; path: string }[] {
  const { types, mine } = form;
  const withoutTypes = types.length > 0 ? [{ label: 'Show all kinds', path: searchPath({ ...form, types: [] }) }] : [];
  return [
    ...withoutTypes,
    ...mine.map((name) => ({
      label: LABELS[name],
      path: searchPath({ ...form, mine: mine.filter((other) => other !== name) }),
    })),
  ];
}
