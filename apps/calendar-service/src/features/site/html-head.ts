import type { Settings } from '../../config';

/** The data that all pages of the calendar give to the layout. */
export const CALENDAR_LAYOUT = {
  section: 'calendar',
  width: 'plain',
  styles: ['library.css', 'calendar.css', 'categories.css'],
};

/** The same for the pages of one event, venue, organizer, category or tag. */
export const RECORD_LAYOUT = {
  ...CALENDAR_LAYOUT,
  ownHeading: true,
  styles: [...CALENDAR_LAYOUT.styles, 'records.css'],
  scripts: ['wide-parts.js'],
};

/** The facts of a page that search engines and previews of links read. */
interface HeadFacts {
  title: string;
  /** From the root of the site. */
  path: string;
  /** Plain text; empty for none. */
  summary: string;
  /** Absolute address of an image. */
  image?: string | undefined;
  /** A type of Open Graph. */
  type?: 'website' | 'article';
  /** A schema.org description. */
  jsonLd?: object | undefined;
}

/** The members of a page that the layout writes into its head. */
export function htmlHead(facts: HeadFacts, { baseUrl }: Pick<Settings, 'baseUrl'>) {
  const { title, path, summary, image, type = 'website', jsonLd } = facts;
  const canonical = baseUrl + path;
  return {
    canonical,
    ...(summary !== '' && { summary }),
    openGraph: {
      'og:type': type,
      'og:title': title,
      'og:url': canonical,
      ...(summary !== '' && { 'og:description': summary }),
      ...(image !== undefined && { 'og:image': image }),
    },
    ...(jsonLd && { jsonLd: scriptText(jsonLd) }),
  };
}

/** JSON inside a `script` element, which the first `</script` would end. */
const scriptText = (value: object): string => JSON.stringify(value, known).replaceAll('<', String.raw`\u003c`);

/** The API says `inStock`, as its reference does. Search engines know the name of schema.org alone. */
const known = (name: string, value: unknown): unknown =>
  name === 'availability' && value === 'inStock' ? 'https://schema.org/InStock' : value;
