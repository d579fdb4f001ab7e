import { Explained } from '@almanac/openapi';
import { MaxLength, Text } from '@almanac/validation';

/** The two ways to describe a shelf, book or chapter; the HTML wins when both are given (content-behaviour §7.1). */
@Explained<DescribedInput>({
  description: 'Description as plain text',
  description_html: 'Description as simple HTML; it takes precedence over `description`',
})
export abstract class DescribedInput {
  @Text()
  @MaxLength(1900)
  description?: string;

  @Text()
  @MaxLength(2000)
  description_html?: string;
}
