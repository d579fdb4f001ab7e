import { type Actor, CurrentActor } from '@almanac/auth';
import { notFound } from '@almanac/errors';
import type { Next } from '@almanac/web';
import { Get, Redirect } from '@nestjs/common';
import { entriesFor } from '../../../web/settings-area/entries';
import { SettingsStart } from '../../../web/settings-area/settings-page';

const SEE_OTHER = 303;

/** The start of the settings area leads to the first page that the member may open. */
@SettingsStart()
export class SettingsStartController {
  @Get()
  @Redirect('', SEE_OTHER)
  start(@CurrentActor() actor: Actor): Next {
    return { url: entriesFor(actor)[0]?.path ?? notFound('Page') };
  }
}
