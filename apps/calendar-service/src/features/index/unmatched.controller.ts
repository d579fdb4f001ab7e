import { All, Controller } from '@nestjs/common';
import { noRoute } from '../../calendar/addresses/path-id';

/** Comes last in the app. A known path with another verb is 404 too: clients of this API do not know 405 (calendar-behaviour §5.1). */
@Controller()
export class NoRouteController {
  @All(['', '{*path}'])
  answer(): never {
    return noRoute();
  }
}
