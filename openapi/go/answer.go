package mizan

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strings"
)

// Download is a file that is read as it comes. The caller closes it.
type Download struct {
	io.ReadCloser
	// Type is the media type.
	Type string
}

// Event is a server-sent event: its position, its kind, and its data, which are JSON.
type Event struct {
	ID, Kind string
	Data     json.RawMessage
}

// Events are read one by one, until the server ends the connection. The caller closes them.
type Events struct {
	body  io.ReadCloser
	lines *bufio.Reader
	id    string
}

// Next waits for the next event. The error is io.EOF at the end.
func (e *Events) Next() (Event, error) {
	kind, data := "message", []string(nil)
	for {
		line, err := e.lines.ReadString('\n')
		if err != nil {
			return Event{}, err
		}
		line = strings.TrimRight(line, "\r\n")
		if line == "" && data != nil {
			return Event{ID: e.id, Kind: kind, Data: json.RawMessage(strings.Join(data, "\n"))}, nil
		}
		name, value, _ := strings.Cut(line, ":")
		value = strings.TrimPrefix(value, " ")
		switch name {
		case "id":
			e.id = value
		case "event":
			kind = value
		case "data":
			data = append(data, value)
		}
	}
}

// Close ends the connection.
func (e *Events) Close() error {
	return e.body.Close()
}

func (c *Client) sendOnly(ctx context.Context, r *request, status int) error {
	response, err := c.send(ctx, r, status)
	if err != nil {
		return err
	}
	return response.Body.Close()
}

func fetch[T any](ctx context.Context, c *Client, r *request, statuses ...int) (T, error) {
	value, _, err := fetchTagged[T](ctx, c, r, statuses...)
	return value, err
}

func fetchTagged[T any](ctx context.Context, c *Client, r *request, statuses ...int) (T, ETag, error) {
	var value, none T
	response, err := c.send(ctx, r, statuses...)
	if err != nil {
		return none, "", err
	}
	defer response.Body.Close()
	if err = json.NewDecoder(response.Body).Decode(&value); err != nil {
		return none, "", err
	}
	return value, ETag(response.Header.Get("ETag")), nil
}

// fetchOne reads an answer into the value of its status.
func (c *Client) fetchOne(ctx context.Context, r *request, values map[int]any) error {
	statuses := make([]int, 0, len(values))
	for status := range values {
		statuses = append(statuses, status)
	}
	response, err := c.send(ctx, r, statuses...)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	return json.NewDecoder(response.Body).Decode(values[response.StatusCode])
}

func (c *Client) text(ctx context.Context, r *request, status int) (string, error) {
	response, err := c.send(ctx, r, status)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	return string(text), err
}

func (c *Client) location(ctx context.Context, r *request, status int) (string, error) {
	response, err := c.send(ctx, r, status)
	if err != nil {
		return "", err
	}
	return response.Header.Get("Location"), response.Body.Close()
}

func (c *Client) download(ctx context.Context, r *request, status int) (*Download, error) {
	response, err := c.send(ctx, r, status)
	if err != nil {
		return nil, err
	}
	return &Download{ReadCloser: response.Body, Type: response.Header.Get("Content-Type")}, nil
}

func (c *Client) events(ctx context.Context, r *request, status int) (*Events, error) {
	response, err := c.send(ctx, r, status)
	if err != nil {
		return nil, err
	}
	return &Events{body: response.Body, lines: bufio.NewReader(response.Body)}, nil
}

// alternative is one of the types that a value may have: its form in JSON, and the properties that it, or its first item,
// always has.
type alternative struct {
	isArray  bool
	required []string
	value    any
}

// decodeOne reads a value as the first alternative that it can be.
func decodeOne(text []byte, alternatives ...alternative) error {
	isArray := bytes.HasPrefix(bytes.TrimSpace(text), []byte("["))
	var object map[string]json.RawMessage
	var items []map[string]json.RawMessage
	var err error
	if isArray {
		if err = json.Unmarshal(text, &items); err == nil && len(items) > 0 {
			object = items[0]
		}
	} else {
		err = json.Unmarshal(text, &object)
	}
	if err != nil {
		return err
	}
	for _, one := range alternatives {
		if one.isArray == isArray && (isArray && len(items) == 0 || has(object, one.required)) {
			return json.Unmarshal(text, one.value)
		}
	}
	return &json.UnmarshalTypeError{Value: "value that is none of its types"}
}

func has(object map[string]json.RawMessage, names []string) bool {
	for _, name := range names {
		if _, is := object[name]; !is {
			return false
		}
	}
	return true
}
