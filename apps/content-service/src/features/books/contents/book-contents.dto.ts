import { Explained } from '@almanac/openapi';
import { both, Documented, MaxLength, rule, Takes, Text, Whole } from '@almanac/validation';

const BODIES = ['html', 'markdown'] as const;
export type Body = (typeof BODIES)[number];

/** Names of bodies, separated by commas. */
const NAMES = /^(?:(?:html|markdown)?(?:,|$))*$/;

const AtLeast = (least: number) =>
  both(
    Documented(`min:${least}`),
    Takes({ minimum: least }),
    rule('min', (value, label) =>
      typeof value === 'number' && value < least ? `The ${label} must be at least ${least}.` : undefined,
    ),
  );

@Explained<BookContentsDto>({
  include: 'Bodies of the pages to add: `html`, `markdown`, or both, separated by a comma',
  offset: 'Entries to skip, in reading order',
  count: 'Most entries to return',
})
export class BookContentsDto {
  @Text()
  @MaxLength(100)
  @Documented(`regex:/${NAMES.source}/`)
  @Takes({ pattern: NAMES.source })
  @rule('in', (value, label) =>
    typeof value === 'string' && !NAMES.test(value) ? `The selected ${label} is invalid.` : undefined,
  )
  include?: string;

  @Whole()
  @AtLeast(0)
  offset?: number;

  @Whole()
  @AtLeast(1)
  count?: number;
}

const isBody = (name: string): name is Body => BODIES.some((body) => body === name);

export const bodiesIn = (include = ''): Body[] => include.split(',').filter(isBody);
