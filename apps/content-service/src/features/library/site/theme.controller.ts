import { Public } from '@almanac/auth';
import { Input } from '@almanac/http';
import { OneOf, Required } from '@almanac/validation';
import { PostForm, storeTheme, localPath, type Next, type Theme, THEMES } from '@almanac/web';
import { Controller, Headers, Inject, Res } from '@nestjs/common';
import type { Response } from 'express';
import { SETTINGS, type Settings } from '../../../config';

class ThemeDto {
  @Required()
  @OneOf(...THEMES)
  theme!: Theme;
}

/** Takes the form below each page. It has no CSRF token, because another site could only change colours with it. */
@Public()
@Controller('theme')
export class ThemeController {
  constructor(@Inject(SETTINGS) private readonly settings: Settings) {}

  @PostForm()
  choose(
    @Input() { theme }: ThemeDto,
    @Headers('referer') from: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Next {
    storeTheme(response, theme, this.settings.baseUrl.startsWith('https:'));
    return { url: returnPath(from) };
  }
}

/** The page of this site that showed the form, or the home page if the browser does not tell. */
function returnPath(address: string | undefined): string {
  if (address === undefined || !URL.canParse(address)) return '/';
  const { pathname, search } = new URL(address);
  return localPath(pathname + search) ?? '/';
}
