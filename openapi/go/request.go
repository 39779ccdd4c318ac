package mizan

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"net/url"
	"strings"
)

// Option is a header that a request may have: an ETag, an IdempotencyKey or a LastEventID.
type Option interface {
	apply(*request)
}

// ETag is the state of a record as it was read. A change that is sent with it is refused when the record has changed since.
type ETag string

func (tag ETag) apply(r *request) {
	if tag != "" {
		r.header.Set("If-Match", string(tag))
	}
}

// IdempotencyKey names a request, so that a repeated one gets the first answer and changes nothing.
type IdempotencyKey string

func (key IdempotencyKey) apply(r *request) {
	r.header.Set("Idempotency-Key", string(key))
}

// LastEventID is the ID of the last event that came: a client that connects again gets what it missed.
type LastEventID string

func (id LastEventID) apply(r *request) {
	if id != "" {
		r.header.Set("Last-Event-ID", string(id))
	}
}

// Upload is a file to send.
type Upload struct {
	Name    string
	Content io.Reader
	// Type is application/octet-stream without one.
	Type string
}

// request is what an operation sends. The first error of its making is returned when it is sent.
type request struct {
	method, path string
	query        url.Values
	header       http.Header
	body         []byte
	form         *multipart.Writer
	formBody     bytes.Buffer
	isRenewal    bool
	err          error
}

// newRequest fills the parts of a path, such as {id}, in their order.
func newRequest(method, path string, parts ...any) *request {
	for _, part := range parts {
		from, to := strings.Index(path, "{"), strings.Index(path, "}")
		path = path[:from] + url.PathEscape(fmt.Sprint(part)) + path[to+1:]
	}
	return &request{method: method, path: path, query: url.Values{}, header: http.Header{}}
}

func apply[O Option](r *request, options []O) {
	for _, option := range options {
		option.apply(r)
	}
}

func (r *request) addText(name, value string) {
	if value != "" {
		r.query.Add(name, value)
	}
}

func (r *request) addTexts(name string, values []string) {
	for _, value := range values {
		r.query.Add(name, value)
	}
}

func (r *request) addNumber(name string, value int64) {
	if value != 0 {
		r.query.Add(name, fmt.Sprint(value))
	}
}

func addOptional[T any](r *request, name string, value *T) {
	if value != nil {
		r.query.Add(name, fmt.Sprint(*value))
	}
}

func addJSON[T any](r *request, name string, value *T) {
	if value == nil {
		return
	}
	text, err := json.Marshal(value)
	r.fail(err)
	r.query.Add(name, string(text))
}

func (r *request) setBody(value any) {
	text, err := json.Marshal(value)
	r.fail(err)
	r.body = text
	r.header.Set("Content-Type", "application/json")
}

func (r *request) startForm() {
	r.form = multipart.NewWriter(&r.formBody)
	r.header.Set("Content-Type", r.form.FormDataContentType())
}

func (r *request) addField(name, value string) {
	if value != "" {
		r.fail(r.form.WriteField(name, value))
	}
}

func (r *request) addFile(name string, file Upload) {
	quoted := strings.NewReplacer(`"`, `\"`, `\`, `\\`, "\r", " ", "\n", " ").Replace(file.Name)
	header := textproto.MIMEHeader{}
	header.Set("Content-Disposition", fmt.Sprintf(`form-data; name="%s"; filename="%s"`, name, quoted))
	header.Set("Content-Type", file.Type)
	if file.Type == "" {
		header.Set("Content-Type", "application/octet-stream")
	}
	part, err := r.form.CreatePart(header)
	r.fail(err)
	if r.err == nil && file.Content != nil {
		_, err = io.Copy(part, file.Content)
		r.fail(err)
	}
}

func (r *request) fail(err error) {
	if r.err == nil {
		r.err = err
	}
}

// send returns an answer with one of the statuses, and any other as an error. The caller closes the body.
func (c *Client) send(ctx context.Context, r *request, statuses ...int) (*http.Response, error) {
	if r.form != nil {
		r.fail(r.form.Close())
		r.form, r.body = nil, r.formBody.Bytes()
	}
	if r.err != nil {
		return nil, r.err
	}
	token, isSignedIn := c.currentToken()
	response, err := c.open(ctx, r, token)
	if err != nil {
		return nil, err
	}
	if response.StatusCode == http.StatusUnauthorized && isSignedIn && !r.isRenewal && c.renew(ctx, token) {
		response.Body.Close()
		token, _ = c.currentToken()
		if response, err = c.open(ctx, r, token); err != nil {
			return nil, err
		}
	}
	for _, status := range statuses {
		if response.StatusCode == status {
			return response, nil
		}
	}
	defer response.Body.Close()
	return nil, errorOf(response)
}

func (c *Client) open(ctx context.Context, r *request, token string) (*http.Response, error) {
	address := c.address + r.path
	if len(r.query) > 0 {
		address += "?" + r.query.Encode()
	}
	request, err := http.NewRequestWithContext(ctx, r.method, address, bytes.NewReader(r.body))
	if err != nil {
		return nil, err
	}
	request.Header = r.header.Clone()
	request.Header.Set("User-Agent", "mizan-client/0.1 (Go)")
	if token != "" && !r.isRenewal {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	return c.HTTP.Do(request)
}
