import os

from almanac import AuthenticatedClient
from almanac.api.books import books_create
from almanac.api.events import events_create, events_list, events_put_by_id, events_read_by_id
from almanac.api.pages import pages_create, pages_list, pages_read, pages_update
from almanac.models import CreateBook, CreateEvent, CreatePage, TagInput, UpdateEvent, UpdatePage
from report import report

print("passed import")
BOOK_ID, PAGE_ID, EVENT_ID = (int(os.environ[name]) for name in ["BOOK_ID", "PAGE_ID", "EVENT_ID"])
client = AuthenticatedClient(base_url=os.environ["ALMANAC"], token=os.environ["TOKEN"], prefix="Token")


def create_page():
    tags = [TagInput(name="Audience", value="Everyone")]
    book = books_create.sync(client=client, body=CreateBook(name="Made by openapi-python-client", tags=tags))
    page = CreatePage(name="Created", book_id=book.id, html="<p>New.</p>")
    return pages_create.sync(client=client, body=page).name


def update_page():
    page = UpdatePage(name="Updated", book_id=BOOK_ID)
    return pages_update.sync(PAGE_ID, client=client, body=page).name


def create_event():
    event = CreateEvent(
        title="Created", start_date="2031-01-01 10:00:00", end_date="2031-01-01 11:00:00", all_day=False
    )
    return events_create.sync(client=client, body=event).title


def update_event():
    event = UpdateEvent(title="Updated", featured=True)
    return events_put_by_id.sync(EVENT_ID, client=client, body=event).title


report(
    "content",
    list=lambda: [page.name for page in pages_list.sync(client=client, count=100).data],
    read=lambda: pages_read.sync(PAGE_ID, client=client).name,
    create=create_page,
    update=update_page,
    error=lambda: pages_read.sync(0, client=client).error.code,
)
report(
    "calendar",
    list=lambda: [event.title for event in events_list.sync(client=client, per_page=50).events],
    read=lambda: events_read_by_id.sync(EVENT_ID, client=client).title,
    create=create_event,
    update=update_event,
    error=lambda: events_read_by_id.sync(0, client=client).data.status,
)
