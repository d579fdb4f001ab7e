import { OneOf, Required } from '@almanac/validation';
import { type Theme, THEMES } from '@almanac/web';

export class ThemeDto {
  @Required()
  @OneOf(...THEMES)
  theme!: Theme;
}
