// Sends the five requests to each service, and prints a line for each, as report.ts does.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strconv"

	"calls/almanac"
)

var expected = map[string]string{"list": "Seed", "read": "Seed", "create": "Created", "update": "Updated", "error": "404"}

func send(service, name string, request func() ([]string, error)) {
	names, err := request()
	if err == nil && slices.Contains(names, expected[name]) {
		fmt.Println("passed", service, name)
	} else {
		fmt.Println("failed", service, name+":", names, err)
	}
}

func id(name string) int {
	number, _ := strconv.Atoi(os.Getenv(name))
	return number
}

func pointer[T any](value T) *T { return &value }

// Why an answer has no record.
func refusal(body []byte) ([]string, error) {
	return nil, errors.New(string(body))
}

func main() {
	ctx := context.Background()
	token := func(_ context.Context, request *http.Request) error {
		request.Header.Set("Authorization", "Token "+os.Getenv("TOKEN"))
		return nil
	}
	client, err := almanac.NewClientWithResponses(os.Getenv("ALMANAC"), almanac.WithRequestEditorFn(token))
	if err != nil {
		panic(err)
	}
	fmt.Println("passed import")

	send("content", "list", func() ([]string, error) {
		answer, err := client.PagesListWithResponse(ctx, &almanac.PagesListParams{Count: pointer(100)})
		if err != nil {
			return nil, err
		}
		if answer.JSON200 == nil {
			return refusal(answer.Body)
		}
		var names []string
		for _, page := range answer.JSON200.Data {
			names = append(names, page.Name)
		}
		return names, nil
	})
	send("content", "read", func() ([]string, error) {
		answer, err := client.PagesReadWithResponse(ctx, id("PAGE_ID"), nil)
		if err != nil {
			return nil, err
		}
		if answer.JSON200 == nil {
			return refusal(answer.Body)
		}
		return []string{answer.JSON200.Name}, nil
	})
	send("content", "create", func() ([]string, error) {
		tags := []almanac.TagInput{{Name: "Audience", Value: pointer("Everyone")}}
		book, err := client.BooksCreateWithResponse(ctx, nil, almanac.CreateBook{Name: "Made by oapi-codegen", Tags: &tags})
		if err != nil {
			return nil, err
		}
		if book.JSON200 == nil {
			return refusal(book.Body)
		}
		page, err := client.PagesCreateWithResponse(ctx, nil, almanac.CreatePage{
			Name: "Created", BookId: &book.JSON200.Id, Html: pointer("<p>New.</p>"),
		})
		if err != nil {
			return nil, err
		}
		if page.JSON200 == nil {
			return refusal(page.Body)
		}
		return []string{page.JSON200.Name}, nil
	})
	send("content", "update", func() ([]string, error) {
		page := almanac.UpdatePage{Name: pointer("Updated"), BookId: pointer(id("BOOK_ID"))}
		answer, err := client.PagesUpdateWithResponse(ctx, id("PAGE_ID"), nil, page)
		if err != nil {
			return nil, err
		}
		if answer.JSON200 == nil {
			return refusal(answer.Body)
		}
		return []string{answer.JSON200.Name}, nil
	})
	// Generated code compares the whole Content-Type, with its charset, where an answer has two of them. So it leaves JSON404 empty.
	send("content", "error", func() ([]string, error) {
		answer, err := client.PagesReadWithResponse(ctx, 0, nil)
		if err != nil {
			return nil, err
		}
		var body almanac.ContentError
		err = json.Unmarshal(answer.Body, &body)
		return []string{strconv.Itoa(body.Error.Code)}, err
	})

	send("calendar", "list", func() ([]string, error) {
		answer, err := client.EventsListWithResponse(ctx, &almanac.EventsListParams{PerPage: pointer(50)})
		if err != nil {
			return nil, err
		}
		if answer.JSON200 == nil {
			return refusal(answer.Body)
		}
		var titles []string
		for _, event := range answer.JSON200.Events {
			titles = append(titles, event.Title)
		}
		return titles, nil
	})
	send("calendar", "read", func() ([]string, error) {
		answer, err := client.EventsReadByIdWithResponse(ctx, id("EVENT_ID"), nil)
		if err != nil {
			return nil, err
		}
		if answer.JSON200 == nil {
			return refusal(answer.Body)
		}
		return []string{answer.JSON200.Title}, nil
	})
	send("calendar", "create", func() ([]string, error) {
		answer, err := client.EventsCreateWithResponse(ctx, nil, almanac.CreateEvent{
			Title: "Created", StartDate: "2031-01-01 10:00:00", EndDate: "2031-01-01 11:00:00", AllDay: pointer(false),
		})
		if err != nil {
			return nil, err
		}
		if answer.JSON201 == nil {
			return refusal(answer.Body)
		}
		return []string{answer.JSON201.Title}, nil
	})
	send("calendar", "update", func() ([]string, error) {
		event := almanac.UpdateEvent{Title: pointer("Updated"), Featured: pointer(true)}
		answer, err := client.EventsPutByIdWithResponse(ctx, id("EVENT_ID"), nil, event)
		if err != nil {
			return nil, err
		}
		if answer.JSON200 == nil {
			return refusal(answer.Body)
		}
		return []string{answer.JSON200.Title}, nil
	})
	send("calendar", "error", func() ([]string, error) {
		answer, err := client.EventsReadByIdWithResponse(ctx, 0, nil)
		if err != nil {
			return nil, err
		}
		var body almanac.Error
		err = json.Unmarshal(answer.Body, &body)
		return []string{strconv.Itoa(body.Data.Status)}, err
	})
}
