import { Explained } from '@almanac/openapi';
import {
  both,
  Documented,
  documentedRule,
  Exists,
  MaxLength,
  MinLength,
  Nullable,
  OneOf,
  RecordId,
  rule,
  Takes,
  Text,
  YesNo,
} from '@almanac/validation';
import { EDITORS, FILTER_LETTERS, NO_LOGO } from '../../content/settings/site-settings';

/** An http or https address, or `none`. */
function Logo(): PropertyDecorator {
  return both(
    Text(),
    Documented(`url_or:${NO_LOGO}`),
    Takes({ examples: ['https://files.example/logo.png', NO_LOGO] }),
    rule('url', (value, label) =>
      value === NO_LOGO || (typeof value === 'string' && /^https?:\/\/[^\s/]/i.test(value) && URL.canParse(value))
        ? undefined
        : `The ${label} must be an http or https address, or none.`,
    ),
  );
}

function Filters(): PropertyDecorator {
  return both(
    Text(),
    documentedRule(`regex:/${FILTER_LETTERS.source}/`, { pattern: FILTER_LETTERS.source }, (value, label) =>
      typeof value === 'string' && FILTER_LETTERS.test(value)
        ? undefined
        : `The ${label} may hold only the letters j, f, h and a.`,
    ),
  );
}

@Explained<UpdateSettingsDto>({
  app_name: 'Name of this site in pages, mails and `/api/system`',
  app_logo: 'Address of the logo, or `none`',
  public_access: 'Whether visitors without an account may read with the rights of the guest user',
  registration_role_id: 'Role of new users whose request names no roles',
  default_editor: 'Editor of new pages',
  default_book_sort: 'Id of the sort rule of new books whose request names none; null for no rule',
  comments_disabled: 'Hides all comments, and refuses new ones and changes',
  content_filtering:
    'Filters of rendered HTML: `j` removes scripts, `h` heads, `f` forms, `a` everything that is not on the allow-list',
})
export class UpdateSettingsDto {
  @Nullable()
  @Text()
  @MinLength(1)
  @MaxLength(100)
  app_name?: string | null;

  @Nullable()
  @Logo()
  @MaxLength(500)
  app_logo?: string | null;

  @Nullable()
  @YesNo()
  public_access?: boolean | null;

  @Nullable()
  @RecordId()
  @Exists('roles')
  registration_role_id?: number | null;

  @Nullable()
  @Text()
  @OneOf(...EDITORS)
  default_editor?: string | null;

  @Nullable()
  @RecordId()
  @Exists('sort_rules')
  default_book_sort?: number | null;

  @Nullable()
  @YesNo()
  comments_disabled?: boolean | null;

  @Nullable()
  @Filters()
  content_filtering?: string | null;
}
