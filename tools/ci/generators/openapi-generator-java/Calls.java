import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.BooksApi;
import org.openapitools.client.api.EventsApi;
import org.openapitools.client.api.PagesApi;
import org.openapitools.client.model.*;

/** Sends the five requests to each service, and prints a line for each, as report.ts does. */
public class Calls {
  private static final Map<String, Object> EXPECTED =
      Map.of("list", "Seed", "read", "Seed", "create", "Created", "update", "Updated", "error", 404);

  private static int id(String name) {
    return Integer.parseInt(System.getenv(name));
  }

  private static void send(String service, String name, Callable<Object> request) {
    Object answer;
    try {
      answer = request.call();
    } catch (Exception failure) {
      answer = failure;
    }
    Object expected = EXPECTED.get(name);
    boolean passed = answer instanceof List<?> names ? names.contains(expected) : expected.equals(answer);
    System.out.println((passed ? "passed " : "failed ") + service + " " + name + (passed ? "" : ": " + answer));
  }

  private static ApiException failureOf(Callable<Object> request) throws Exception {
    try {
      throw new IllegalStateException("no error but " + request.call());
    } catch (ApiException failure) {
      return failure;
    }
  }

  public static void main(String[] arguments) {
    ApiClient client = new ApiClient();
    client.setBasePath(System.getenv("ALMANAC"));
    client.addDefaultHeader("Authorization", "Token " + System.getenv("TOKEN"));
    BooksApi books = new BooksApi(client);
    PagesApi pages = new PagesApi(client);
    EventsApi events = new EventsApi(client);
    System.out.println("passed import");

    send("content", "list", () -> pages.pagesList().count(100).execute().getData().stream().map(PageInList::getName).toList());
    send("content", "read", () -> pages.pagesRead(id("PAGE_ID")).execute().getName());
    send("content", "create", () -> {
      TagInput tag = new TagInput().name("Audience").value("Everyone");
      CreateBook book = new CreateBook().name("Made by openapi-generator").addTagsItem(tag);
      Integer bookId = books.booksCreate(book).execute().getId();
      CreatePage page = new CreatePage().name("Created").bookId(bookId).html("<p>New.</p>");
      return pages.pagesCreate(page).execute().getName();
    });
    send("content", "update", () -> {
      UpdatePage page = new UpdatePage().name("Updated").bookId(id("BOOK_ID"));
      return pages.pagesUpdate(id("PAGE_ID")).updatePage(page).execute().getName();
    });
    send("content", "error", () -> {
      ApiException failure = failureOf(() -> pages.pagesRead(0).execute());
      return ContentError.fromJson(failure.getResponseBody()).getError().getCode();
    });

    send("calendar", "list", () -> events.eventsList().perPage(50).execute().getEvents().stream().map(Event::getTitle).toList());
    send("calendar", "read", () -> events.eventsReadById(id("EVENT_ID")).execute().getTitle());
    send("calendar", "create", () -> {
      CreateEvent event = new CreateEvent()
          .title("Created").startDate("2031-01-01 10:00:00").endDate("2031-01-01 11:00:00").allDay(false);
      return events.eventsCreate(event).execute().getTitle();
    });
    send("calendar", "update", () -> {
      UpdateEvent event = new UpdateEvent().title("Updated").featured(true);
      return events.eventsPutById(id("EVENT_ID")).updateEvent(event).execute().getTitle();
    });
    send("calendar", "error", () -> {
      ApiException failure = failureOf(() -> events.eventsReadById(0).execute());
      return org.openapitools.client.model.Error.fromJson(failure.getResponseBody()).getData().getStatus();
    });
  }
}
