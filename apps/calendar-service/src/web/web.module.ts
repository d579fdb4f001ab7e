import { Visitors } from '@almanac/web';
import { Module } from '@nestjs/common';
import { ContentSite } from './content-site';
import { FormSessions } from './form-sessions';
import { RemoteVisitors } from './remote-visitors';

/** The visitors of HTML pages. */
@Module({
  providers: [ContentSite, FormSessions, { provide: Visitors, useClass: RemoteVisitors }],
  exports: [ContentSite, Visitors],
})
export class WebModule {}
