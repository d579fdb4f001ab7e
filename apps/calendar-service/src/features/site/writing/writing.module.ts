import { Module } from '@nestjs/common';
import { ImagesModule } from '../../../calendar/images/images.module';
import { WebModule } from '../../../web/web.module';
import { EventsModule } from '../../events/events.module';
import { TicketsModule } from '../../tickets/tickets.module';
import { EventForms } from './event-forms';
import { EventFormsController } from './event-forms.controller';
import { EventTrashController } from './event-trash.controller';
import { LinkedNames } from './linked-names';
import { OwnEventsController } from './own-events.controller';
import { SeriesForms } from './series-forms';
import { TextEditorController } from './text-editor.controller';
import { TicketFormsController } from './ticket-forms.controller';

/** Writing events in the browser: forms over the services of the API. */
@Module({
  imports: [EventsModule, ImagesModule, TicketsModule, WebModule],
  controllers: [
    EventFormsController,
    EventTrashController,
    OwnEventsController,
    TextEditorController,
    TicketFormsController,
  ],
  providers: [EventForms, LinkedNames, SeriesForms],
})
export class CalendarWritingModule {}
