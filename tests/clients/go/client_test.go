// Package tests runs the client in Go on a server with demo data: SERVER_URL and an administrator's SERVER_EMAIL and
// SERVER_PASSWORD.
package tests

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"reflect"
	"sort"
	"strings"
	"testing"
	"time"

	"mizan"
)

var (
	ctx      = context.Background()
	url      = os.Getenv("SERVER_URL")
	email    = os.Getenv("SERVER_EMAIL")
	password = os.Getenv("SERVER_PASSWORD")
)

const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"

func signedIn(t *testing.T) *mizan.Client {
	t.Helper()
	client := mizan.New(url)
	_, err := client.SignIn(ctx, email, password)
	must(t, err)
	return client
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func mustBe(t *testing.T, err, expected error) {
	t.Helper()
	if !errors.Is(err, expected) {
		t.Fatalf("the error is %v, not %v", err, expected)
	}
}

func mustEqual(t *testing.T, what string, got, expected any) {
	t.Helper()
	if !reflect.DeepEqual(got, expected) {
		t.Fatalf("%s: %v, not %v", what, got, expected)
	}
}

func company() mizan.CompanyInput {
	return mizan.CompanyInput{
		Name:    fmt.Sprintf("Client in Go %d", time.Now().UnixNano()),
		Phone:   mizan.Some("+971 4 000 0000"),
		Address: mizan.Some("Marina Walk"),
	}
}

func TestRequestWithoutATokenIsUnauthorized(t *testing.T) {
	_, err := mizan.New(url).Units.List(ctx, nil)
	mustBe(t, err, mizan.ErrUnauthorized)
}

func TestWrongPasswordIsUnauthorized(t *testing.T) {
	_, err := mizan.New(url).SignIn(ctx, email, "not this one")
	mustBe(t, err, mizan.ErrUnauthorized)
}

func TestListIsFilteredAndSorted(t *testing.T) {
	bedrooms := mizan.Any(mizan.Condition("bedrooms", "equals", 1), mizan.Condition("bedrooms", "equals", 2))
	page, err := signedIn(t).Units.List(ctx, &mizan.ListParams{
		Filters: mizan.All(
			mizan.Condition("status", "equals", mizan.UnitStatusAvailable),
			mizan.FilterGroupConditionChoice{FilterGroup: bedrooms},
		),
		Sort:  "purchasePriceInAED:desc",
		Limit: 50,
	})
	must(t, err)
	seen := map[int64]bool{}
	for _, unit := range page.Items {
		seen[unit.Bedrooms] = true
		mustEqual(t, "status", unit.Status, mizan.UnitStatusAvailable)
	}
	mustEqual(t, "bedrooms", seen, map[int64]bool{1: true, 2: true})
	if !sort.SliceIsSorted(page.Items, func(one, other int) bool {
		return page.Items[one].PurchasePriceInAED > page.Items[other].PurchasePriceInAED
	}) {
		t.Fatal("the units are not sorted")
	}
}

func TestUnknownParameterValueIsAProblemThatNamesIt(t *testing.T) {
	_, err := signedIn(t).Units.List(ctx, &mizan.ListParams{Limit: 1000})
	var problem *mizan.ProblemError
	if !errors.As(err, &problem) || problem.Status != 400 || !strings.Contains(problem.Detail, "limit") {
		t.Fatal(err)
	}
}

func TestRecordIsCreatedReadChangedAndDeleted(t *testing.T) {
	client, body := signedIn(t), company()
	created, _, err := client.Companies.Create(ctx, body)
	must(t, err)
	read, tag, err := client.Companies.View(ctx, created.ID)
	must(t, err)
	mustEqual(t, "name", read.Name, body.Name)

	changed, newer, err := client.Companies.Update(ctx, read.ID, mizan.CompanyPatch{Phone: mizan.Null[string]()}, tag)
	must(t, err)
	if changed.Phone != nil {
		t.Fatal("null does not empty a field")
	}
	mustEqual(t, "an absent field", changed.Address, mizan.Some("Marina Walk"))

	patch := mizan.CompanyPatch{Name: mizan.Some("Too late"), Phone: mizan.Set("+971 4 111 1111")}
	_, _, err = client.Companies.Update(ctx, read.ID, patch, tag)
	mustBe(t, err, mizan.ErrStale)

	must(t, client.Companies.Delete(ctx, read.ID, newer))
	_, _, err = client.Companies.View(ctx, read.ID)
	mustBe(t, err, mizan.ErrNotFound)
}

func TestInvalidFieldsAreNamedByPointers(t *testing.T) {
	_, _, err := signedIn(t).Companies.Create(ctx, mizan.CompanyInput{Website: mizan.Some("no address")})
	mustBe(t, err, mizan.ErrInvalid)
	var problem *mizan.ProblemError
	if !errors.As(err, &problem) || problem.RequestID == "" {
		t.Fatal(err)
	}
	fields := problem.Fields()
	mustEqual(t, "fields with errors", len(fields), 2)
	if fields["/name"] == "" || fields["/website"] == "" {
		t.Fatal(fields)
	}
}

func TestRepeatedRequestIsAnsweredOnce(t *testing.T) {
	client, body := signedIn(t), company()
	key := mizan.IdempotencyKey(strings.ReplaceAll(body.Name, " ", "-"))
	first, _, err := client.Companies.Create(ctx, body, key)
	must(t, err)
	again, _, err := client.Companies.Create(ctx, body, key)
	must(t, err)
	mustEqual(t, "the record of the second answer", again.ID, first.ID)
	page, err := client.Companies.List(ctx, &mizan.ListParams{Search: body.Name})
	must(t, err)
	mustEqual(t, "records", page.Total, int64(1))
	_, _, err = client.Companies.Create(ctx, company(), key)
	mustBe(t, err, mizan.ErrInvalid)
}

func TestSeveralRecordsAreChangedByOneRequest(t *testing.T) {
	client := signedIn(t)
	var ids []string
	for range [2]int{} {
		record, _, err := client.Companies.Create(ctx, company())
		must(t, err)
		ids = append(ids, record.ID)
	}
	report, err := client.Companies.BulkUpdate(ctx, mizan.CompanyBulkUpdateBody{
		CompanyBulkUpdateBodyWithUpdate: &mizan.CompanyBulkUpdateBodyWithUpdate{
			CompanyIDs: mizan.Some(ids),
			Update:     mizan.CompanyPatch{Phone: mizan.Set("+971 4 222 2222"), Address: mizan.Null[string]()},
		},
	}, nil)
	must(t, err)
	mustEqual(t, "records", report.Updated, int64(2))
	for _, id := range ids {
		record, _, err := client.Companies.View(ctx, id)
		must(t, err)
		mustEqual(t, "phone", record.Phone, mizan.Some("+971 4 222 2222"))
		mustEqual(t, "address", record.Address == nil, true)
	}
}

func TestAllPagesAreRead(t *testing.T) {
	client := signedIn(t)
	var total int64
	units := mizan.Each(func(number int64) (*mizan.UnitPage, error) {
		page, err := client.Units.List(ctx, &mizan.ListParams{Page: number, Limit: 100})
		if err == nil {
			total = page.Total
		}
		return page, err
	})
	seen := map[string]bool{}
	for units.Next() {
		seen[units.Value().ID] = true
	}
	must(t, units.Err())
	if total <= 100 {
		t.Fatal("there is one page only")
	}
	mustEqual(t, "units", int64(len(seen)), total)
}

func TestIteratorEndsWithTheErrorOfAPage(t *testing.T) {
	units := mizan.Each(func(int64) (*mizan.UnitPage, error) {
		return mizan.New(url).Units.List(ctx, nil)
	})
	mustEqual(t, "a unit", units.Next(), false)
	mustBe(t, units.Err(), mizan.ErrUnauthorized)
}

func TestAnswerOfSeveralKindsIsToldApart(t *testing.T) {
	client := signedIn(t)
	plain, err := client.Developers.List(ctx, nil)
	must(t, err)
	page, err := client.Developers.List(ctx, &mizan.ListParams{Limit: 2})
	must(t, err)
	mustEqual(t, "items of a page", len(page.DeveloperPage.Items), 2)
	mustEqual(t, "items of the list", int64(len(plain.Developers)), page.DeveloperPage.Total)
}

func TestExportIsReadAsItComes(t *testing.T) {
	client := signedIn(t)
	page, err := client.Units.List(ctx, &mizan.ListParams{Limit: 1, Search: "marina"})
	must(t, err)
	table, err := client.Units.Export(ctx, &mizan.ExportParams{Format: "csv", Search: "marina"})
	must(t, err)
	defer table.Close()
	var lines int64
	for scanner := bufio.NewScanner(table); scanner.Scan(); lines++ {
		if lines == 0 && !strings.Contains(scanner.Text(), "unitNumber") {
			t.Fatal(scanner.Text())
		}
	}
	mustEqual(t, "lines", lines, page.Total+1)
}

func TestFileIsAttachedAndRead(t *testing.T) {
	client := signedIn(t)
	record, _, err := client.Companies.Create(ctx, company())
	must(t, err)
	content := "%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n"
	upload := mizan.Upload{Name: `a "deed".pdf`, Content: strings.NewReader(content)}
	file, err := client.Companies.FileCreate(ctx, record.ID, mizan.FileForm{File: upload})
	must(t, err)
	mustEqual(t, "name", file.Name, `a "deed".pdf`)
	download, err := client.Companies.FileView(ctx, record.ID, file.ID)
	must(t, err)
	defer download.Close()
	read, err := io.ReadAll(download)
	must(t, err)
	mustEqual(t, "content", string(read), content)
}

func TestImportNamesTheCellsThatAreWrong(t *testing.T) {
	client := signedIn(t)
	form := func() mizan.ImportForm {
		table := strings.NewReader("name,website\nOne more,no address\n")
		return mizan.ImportForm{File: mizan.Upload{Name: "companies.csv", Content: table, Type: "text/csv"}}
	}
	answer, err := client.Companies.Import(ctx, form(), &mizan.ImportParams{DryRun: mizan.Some(true)})
	must(t, err)
	mustEqual(t, "errors of the dry run", len(answer.ImportReport.Errors), 1)
	_, err = client.Companies.Import(ctx, form(), nil)
	var problem *mizan.ProblemError
	if !errors.As(err, &problem) {
		t.Fatal(err)
	}
	mustEqual(t, "column", problem.Errors.CellErrors[0].Column, "website")
}

// expiring sends another token than that of the session, once.
type expiring struct {
	inner http.RoundTripper
	left  int
}

func (e *expiring) RoundTrip(request *http.Request) (*http.Response, error) {
	if e.left > 0 && request.Header.Get("Authorization") != "" {
		e.left--
		request = request.Clone(request.Context())
		request.Header.Set("Authorization", "Bearer expired")
	}
	return e.inner.RoundTrip(request)
}

func TestExpiredTokenIsRenewed(t *testing.T) {
	client := signedIn(t)
	expired := &expiring{inner: client.HTTP.Transport, left: 1}
	client.HTTP.Transport = expired
	me, err := client.Auth.Me(ctx)
	must(t, err)
	mustEqual(t, "expired tokens to send", expired.left, 0)
	mustEqual(t, "email", me.User.Email, email)
	must(t, client.SignOut(ctx))
	_, err = client.Auth.Me(ctx)
	mustBe(t, err, mizan.ErrUnauthorized)
}

func TestAPITokenSignsInUntilItIsDeleted(t *testing.T) {
	owner := signedIn(t)
	made, err := owner.Auth.TokenCreate(ctx, mizan.TokenInput{Name: "test", ExpiresAt: time.Now().Add(24 * time.Hour)})
	must(t, err)
	client := mizan.New(url)
	client.UseToken(made.Token)
	_, err = client.Auth.Me(ctx)
	must(t, err)
	must(t, owner.Auth.TokenDelete(ctx, made.ID))
	_, err = client.Auth.Me(ctx)
	mustBe(t, err, mizan.ErrUnauthorized)
}

func TestChangesAreFollowed(t *testing.T) {
	client := signedIn(t)
	events, err := client.Live.Stream(ctx, mizan.LiveStreamParams{Resources: "companies"})
	must(t, err)
	defer events.Close()
	record, _, err := client.Companies.Create(ctx, company())
	must(t, err)
	changeOf(t, events, record.ID)
}

func TestWhatWasMissedIsFollowedAfterAnotherConnection(t *testing.T) {
	client := signedIn(t)
	params := mizan.LiveStreamParams{Resources: "companies"}
	events, err := client.Live.Stream(ctx, params)
	must(t, err)
	record, _, err := client.Companies.Create(ctx, company())
	must(t, err)
	last := changeOf(t, events, record.ID)
	must(t, events.Close())
	missed, _, err := client.Companies.Create(ctx, company())
	must(t, err)
	events, err = client.Live.Stream(ctx, params, mizan.LastEventID(last.ID))
	must(t, err)
	defer events.Close()
	changeOf(t, events, missed.ID)
}

// changeOf waits for the event of a record's change.
func changeOf(t *testing.T, events *mizan.Events, id string) mizan.Event {
	t.Helper()
	for {
		event, err := events.Next()
		must(t, err)
		if event.Kind == "change" && bytes.Contains(event.Data, []byte(id)) {
			return event
		}
	}
}

func TestDeliveryOfTheServerIsVerified(t *testing.T) {
	client, port := signedIn(t), os.Getenv("RECEIVER_PORT")
	limited, stop := context.WithTimeout(ctx, 50*time.Second)
	defer stop()
	receiver := exec.CommandContext(limited, os.Getenv("RECEIVER"))
	receiver.Env = append(os.Environ(), "PORT="+port, "WEBHOOK_SECRET="+secret)
	output, err := receiver.StdoutPipe()
	must(t, err)
	must(t, receiver.Start())
	defer receiver.Wait()
	defer stop()
	for {
		connection, err := net.Dial("tcp", "127.0.0.1:"+port)
		if err == nil {
			connection.Close()
			break
		}
		must(t, limited.Err())
		time.Sleep(50 * time.Millisecond)
	}
	webhook, _, err := client.Webhooks.Create(ctx, mizan.WebhookInput{
		URL:    "http://127.0.0.1:" + port + "/",
		Events: []mizan.WebhookEvent{mizan.WebhookEventCompaniesCreated},
		Secret: mizan.Some(secret),
	})
	must(t, err)
	record, _, err := client.Companies.Create(ctx, company())
	must(t, err)
	line, err := bufio.NewReader(output).ReadString('\n')
	must(t, err)
	if !strings.HasPrefix(line, "companies.created "+record.ID+" ") {
		t.Fatal(line)
	}
	must(t, client.Webhooks.Delete(ctx, webhook.ID))
}

func TestMessageThatWasChangedOrIsOldIsInvalid(t *testing.T) {
	header := http.Header{}
	header.Set("webhook-id", "msg_p5jXN8AQM9LWM0D4loKWxJek")
	header.Set("webhook-timestamp", "1614265330")
	// The right one for this message, which is too old.
	header.Set("webhook-signature", "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
	_, err := mizan.Verify(header, []byte(`{"test": 2432232314}`), secret)
	mustBe(t, err, mizan.ErrMessage)
	header.Set("webhook-timestamp", fmt.Sprint(time.Now().Unix()))
	_, err = mizan.Verify(header, []byte(`{"test": 2432232314}`), secret)
	mustBe(t, err, mizan.ErrMessage)
	_, err = mizan.Verify(http.Header{}, []byte(`{}`), secret)
	mustBe(t, err, mizan.ErrMessage)
}
