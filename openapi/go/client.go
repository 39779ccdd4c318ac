// Package mizan is the typed client of the API. The types and operations are in schema.go, which is generated.
package mizan

import (
	"context"
	"net/http"
	"net/http/cookiejar"
	"strings"
	"sync"
	"time"
)

// Client has all operations of a server, as methods of its groups: client.Users.List(ctx, nil). Goroutines may share it.
type Client struct {
	Operations
	// HTTP sends the requests. It follows no redirect, and its jar has the cookies of the session.
	HTTP *http.Client

	address    string
	renewing   sync.Mutex
	mutex      sync.Mutex
	token      string
	isSignedIn bool
}

// New returns a client of the server at an address: https://mizan.example.
func New(address string) *Client {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.ResponseHeaderTimeout = 30 * time.Second
	// Without a list of public suffixes New cannot fail.
	jar, _ := cookiejar.New(nil)
	client := &Client{address: strings.TrimRight(address, "/")}
	client.HTTP = &http.Client{
		Transport:     transport,
		Jar:           jar,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	client.Operations = operationsOf(client)
	return client
}

// UseToken sends an API token with each request.
func (c *Client) UseToken(token string) {
	c.setToken(token, false)
}

// SignIn signs in. The token of the session is renewed when it has expired. The error is a *SecondStepError when the account
// has two-step sign-in.
func (c *Client) SignIn(ctx context.Context, email, password string) (*SignedInUser, error) {
	c.setToken("", false)
	answer, err := c.Auth.Login(ctx, SignIn{Email: email, Password: password})
	if err != nil {
		return nil, err
	}
	if answer.SecondStepDue != nil {
		return nil, &SecondStepError{Due: *answer.SecondStepDue}
	}
	return c.begin(answer.SignedIn), nil
}

// CompleteSignIn completes a sign-in by its second step.
func (c *Client) CompleteSignIn(ctx context.Context, step SecondStep) (*SignedInUser, error) {
	answer, err := c.Auth.SecondStep(ctx, step)
	if err != nil {
		return nil, err
	}
	return c.begin(answer), nil
}

// SignOut ends the session.
func (c *Client) SignOut(ctx context.Context) error {
	err := c.Auth.Logout(ctx, nil)
	c.setToken("", false)
	return err
}

func (c *Client) begin(answer *SignedIn) *SignedInUser {
	c.setToken(answer.AccessToken, true)
	return &answer.User
}

func (c *Client) setToken(token string, isSignedIn bool) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.token, c.isSignedIn = token, isSignedIn
}

func (c *Client) currentToken() (token string, isSignedIn bool) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.token, c.isSignedIn
}

// renew gets another token than the expired one, and returns whether there is one.
func (c *Client) renew(ctx context.Context, expired string) bool {
	c.renewing.Lock()
	defer c.renewing.Unlock()
	// Another goroutine may have done it meanwhile.
	if token, _ := c.currentToken(); token != expired {
		return token != ""
	}
	r := newRequest("POST", "/api/auth/refresh")
	r.isRenewal = true
	answer, err := fetch[*SignedIn](ctx, c, r, http.StatusOK)
	if err != nil {
		return false
	}
	c.begin(answer)
	return true
}
