import { Explained } from '@almanac/openapi';
import { both, Documented, MaxLength, rule, Takes, Text, Whole } from '@almanac/validation';

const BODIES = ['html', 'markdown'] as const;
export type Body = (typeof BODIES)[number];

const namesIn = (value: unknown): string[] =>
  typeof value === 'string' ? value.split(',').filter((name) => name !== '') : [];
const isBody = (name: string): name is Body => BODIES.some((body) => body === name);

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
  @Takes({ pattern: '^(,|html|markdown)*$' })
  @rule('in', (value, label) => (namesIn(value).every(isBody) ? undefined : `The selected ${label} is invalid.`))
  include?: string;

  @Whole()
  @AtLeast(0)
  offset?: number;

  @Whole()
  @AtLeast(1)
  count?: number;
}

export const bodiesIn = (include: string | undefined): Body[] => namesIn(include).filter(isBody);
