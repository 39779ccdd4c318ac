package mizan

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// tolerance is how far the time of a message may be from now.
const tolerance = 5 * time.Minute

// ErrMessage says that this server did not send a message with this secret, or not within the last minutes.
var ErrMessage = errors.New("the message is not valid")

// WebhookActor is the user who made a change.
type WebhookActor struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// WebhookMessage is a change of a record. Its ID stays the same when it is sent again. Record is nil after a deletion.
type WebhookMessage struct {
	Type      string          `json:"type"`
	ID        string          `json:"id"`
	At        time.Time       `json:"at"`
	Resource  string          `json:"resource"`
	RecordID  string          `json:"recordId"`
	Version   int64           `json:"version"`
	RequestID *string         `json:"requestId"`
	Actor     *WebhookActor   `json:"actor"`
	Record    map[string]JSON `json:"record"`
	Changed   []string        `json:"changed"`
}

// Verify returns the message of a request, if its signature is right and its time at most five minutes from now. Otherwise the
// error is an ErrMessage.
func Verify(header http.Header, body []byte, secret string) (*WebhookMessage, error) {
	message, at := header.Get("webhook-id"), header.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(at, 10, 64)
	if err != nil {
		return nil, fmt.Errorf("%w: it has no signature", ErrMessage)
	}
	if distance := time.Since(time.Unix(seconds, 0)); distance > tolerance || distance < -tolerance {
		return nil, fmt.Errorf("%w: it was not sent within the last minutes", ErrMessage)
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return nil, err
	}
	hash := hmac.New(sha256.New, key)
	fmt.Fprintf(hash, "%s.%s.%s", message, at, body)
	right := []byte("v1," + base64.StdEncoding.EncodeToString(hash.Sum(nil)))
	// One signature for each secret, while a secret is replaced.
	for _, signature := range strings.Fields(header.Get("webhook-signature")) {
		if hmac.Equal(right, []byte(signature)) {
			event := &WebhookMessage{}
			return event, json.Unmarshal(body, event)
		}
	}
	return nil, fmt.Errorf("%w: its signature is not right", ErrMessage)
}
