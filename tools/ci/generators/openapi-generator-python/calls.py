import os

from openapi_client import (
    ApiClient,
    ApiException,
    BooksApi,
    Configuration,
    CreateBook,
    CreateEvent,
    CreatePage,
    EventsApi,
    PagesApi,
    TagInput,
    UpdateEvent,
    UpdatePage,
)
from report import report

print("passed import")
BOOK_ID, PAGE_ID, EVENT_ID = (int(os.environ[name]) for name in ["BOOK_ID", "PAGE_ID", "EVENT_ID"])
configuration = Configuration(
    host=os.environ["ALMANAC"], api_key={"token": os.environ["TOKEN"]}, api_key_prefix={"token": "Token"}
)
client = ApiClient(configuration)
books, pages, events = BooksApi(client), PagesApi(client), EventsApi(client)


def create_page():
    tags = [TagInput(name="Audience", value="Everyone")]
    book = books.books_create(create_book=CreateBook(name="Made by openapi-generator", tags=tags))
    page = CreatePage(name="Created", book_id=book.id, html="<p>New.</p>")
    return pages.pages_create(create_page=page).name


def create_event():
    event = CreateEvent(
        title="Created", start_date="2031-01-01 10:00:00", end_date="2031-01-01 11:00:00", all_day=False
    )
    return events.events_create(create_event=event).title


def error_of(request):
    try:
        return request()
    except ApiException as failure:
        return failure.data


report(
    "content",
    list=lambda: [page.name for page in pages.pages_list(count=100).data],
    read=lambda: pages.pages_read(PAGE_ID).name,
    create=create_page,
    update=lambda: pages.pages_update(PAGE_ID, update_page=UpdatePage(name="Updated", book_id=BOOK_ID)).name,
    error=lambda: error_of(lambda: pages.pages_read(0)).error.code,
)
report(
    "calendar",
    list=lambda: [event.title for event in events.events_list(per_page=50).events],
    read=lambda: events.events_read_by_id(EVENT_ID).title,
    create=create_event,
    update=lambda: events.events_put_by_id(EVENT_ID, update_event=UpdateEvent(title="Updated", featured=True)).title,
    error=lambda: error_of(lambda: events.events_read_by_id(0)).data.status,
)
