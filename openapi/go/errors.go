package mizan

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Errors to compare with, by errors.Is: each is a status of a problem.
const (
	// ErrUnauthorized: no token, or one that is no longer valid.
	ErrUnauthorized = statusError(http.StatusUnauthorized)
	// ErrForbidden: the user may not do this.
	ErrForbidden = statusError(http.StatusForbidden)
	ErrNotFound  = statusError(http.StatusNotFound)
	// ErrConflict: a duplicate, or a record that others refer to.
	ErrConflict = statusError(http.StatusConflict)
	// ErrStale: the record has changed since its ETag was read.
	ErrStale = statusError(http.StatusPreconditionFailed)
	// ErrInvalid: fields with errors.
	ErrInvalid = statusError(http.StatusUnprocessableEntity)
)

type statusError int

func (e statusError) Error() string {
	return http.StatusText(int(e))
}

// ProblemError is a problem (RFC 9457): its Detail is the sentence to show.
type ProblemError struct {
	Problem
	// RetryAfter is how long to wait before a further attempt, after the statuses 429 and 503.
	RetryAfter time.Duration
}

func (e *ProblemError) Error() string {
	return e.Detail
}

// Is compares with an error of a status, such as ErrStale.
func (e *ProblemError) Is(target error) bool {
	status, is := target.(statusError)
	return is && int64(status) == e.Status
}

// Fields returns the messages by their pointers into the body.
func (e *ProblemError) Fields() map[string]string {
	fields := map[string]string{}
	if e.Errors != nil {
		for _, one := range e.Errors.FieldErrors {
			fields[one.Pointer] = one.Message
		}
	}
	return fields
}

// UnexpectedError is an answer that the document does not describe: a proxy's page, for example.
type UnexpectedError struct {
	Status int
	Body   []byte
}

func (e *UnexpectedError) Error() string {
	return fmt.Sprintf("the answer has the status %d, which the document does not describe", e.Status)
}

// SecondStepError says that a password is right, and that a second step is needed: see Client.CompleteSignIn.
type SecondStepError struct {
	Due SecondStepDue
}

func (e *SecondStepError) Error() string {
	return "the sign-in needs a second step"
}

// errorOf returns the error for an answer that is not among the documented ones.
func errorOf(response *http.Response) error {
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if !strings.HasPrefix(response.Header.Get("Content-Type"), "application/problem+json") {
		return &UnexpectedError{Status: response.StatusCode, Body: body}
	}
	problem := &ProblemError{}
	if err := json.Unmarshal(body, &problem.Problem); err != nil {
		return err
	}
	if seconds, err := strconv.Atoi(response.Header.Get("Retry-After")); err == nil {
		problem.RetryAfter = time.Duration(seconds) * time.Second
	}
	return problem
}
