package mizan

import (
	"bytes"
	"encoding/json"
	"reflect"
)

// JSON is any value of JSON, where the document says no more.
type JSON = any

// Some returns a value for a field that may be absent.
func Some[T any](value T) *T {
	return &value
}

// Nullable is what a PATCH does to a field that may be empty: absent, without a Nullable, the field stays as it is; Set gives it
// a value; Null empties it.
type Nullable[T any] struct {
	// Value is nil for null.
	Value *T
}

// Set returns a value for a field that may be empty.
func Set[T any](value T) *Nullable[T] {
	return &Nullable[T]{Value: &value}
}

// Null returns the absence of a value for a field that may be empty.
func Null[T any]() *Nullable[T] {
	return &Nullable[T]{}
}

func (n Nullable[T]) MarshalJSON() ([]byte, error) {
	return json.Marshal(n.Value)
}

func (n *Nullable[T]) UnmarshalJSON(text []byte) error {
	if bytes.Equal(text, []byte("null")) {
		n.Value = nil
		return nil
	}
	return json.Unmarshal(text, &n.Value)
}

// encodeOne writes the one of several values that is not nil.
func encodeOne(values ...any) ([]byte, error) {
	for _, value := range values {
		if !reflect.ValueOf(value).IsNil() {
			return json.Marshal(value)
		}
	}
	return []byte("null"), nil
}

// Condition returns a condition of a filter.
func Condition(field, operator string, value JSON) FilterGroupConditionChoice {
	condition := FilterGroupCondition{Field: field, Operator: operator, Value: value}
	return FilterGroupConditionChoice{FilterGroupCondition: &condition}
}

// All returns a filter that all conditions must meet. Any returns one for which a single one suffices.
func All(conditions ...FilterGroupConditionChoice) *FilterGroup {
	return &FilterGroup{Operator: FilterGroupOperatorAnd, Conditions: conditions}
}

// Any returns a filter that one of the conditions must meet.
func Any(conditions ...FilterGroupConditionChoice) *FilterGroup {
	return &FilterGroup{Operator: FilterGroupOperatorOr, Conditions: conditions}
}

// Page is a page of a list.
type Page[T any] struct {
	Items []T `json:"items"`
	// Total is how many there are on all pages.
	Total      int64 `json:"total"`
	Page       int64 `json:"page"`
	Limit      int64 `json:"limit"`
	TotalPages int64 `json:"totalPages"`
}

// Iterator yields the items of all pages, as a bufio.Scanner yields lines.
type Iterator[T any] struct {
	read   func(page int64) (*Page[T], error)
	page   *Page[T]
	number int64
	at     int
	err    error
}

// Each returns the items of all pages; read gets the number of a page.
func Each[T any](read func(page int64) (*Page[T], error)) *Iterator[T] {
	return &Iterator[T]{read: read}
}

// Next reads the next item, and returns whether there is one.
func (i *Iterator[T]) Next() bool {
	i.at++
	for i.page == nil || i.at >= len(i.page.Items) {
		if i.err != nil || i.page != nil && i.number >= i.page.TotalPages {
			return false
		}
		i.number++
		i.page, i.err = i.read(i.number)
		if i.err != nil {
			return false
		}
		i.at = 0
	}
	return true
}

// Value returns the item that Next has read.
func (i *Iterator[T]) Value() T {
	return i.page.Items[i.at]
}

// Err returns the error that ended the items, if one did.
func (i *Iterator[T]) Err() error {
	return i.err
}
