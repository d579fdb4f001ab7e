import { FLAG, listOf, NamedSchema, orNull, record, TEXT, WHOLE } from '@almanac/openapi';
import { EDITORS, NO_LOGO, SETTING_NAMES, type SiteValues } from '../../content/settings/site-settings';

export const presentSettings = (values: SiteValues) => ({
  app_name: values.appName,
  app_logo: values.appLogo ?? NO_LOGO,
  public_access: values.publicAccess,
  registration_role_id: values.registrationRoleId,
  default_editor: values.defaultEditor,
  default_book_sort: values.defaultBookSort,
  comments_disabled: values.commentsDisabled,
  content_filtering: values.contentFiltering,
  stored: values.stored,
});

export const SETTINGS_SCHEMA = new NamedSchema(
  'Settings',
  record({
    app_name: TEXT,
    app_logo: { ...TEXT, description: `Address of the logo; \`${NO_LOGO}\` if the site has none` },
    public_access: FLAG,
    registration_role_id: orNull(WHOLE),
    default_editor: { ...TEXT, enum: EDITORS },
    default_book_sort: orNull(WHOLE),
    comments_disabled: FLAG,
    content_filtering: TEXT,
    stored: {
      ...listOf({ ...TEXT, enum: SETTING_NAMES }),
      description: 'Members that are stored; all others come from the environment of the service, or are defaults',
    },
  }),
);
