// Receives the messages of a webhook, and prints them.
package main

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"os"

	"mizan"
)

func main() {
	http.HandleFunc("/", func(answer http.ResponseWriter, request *http.Request) {
		body, _ := io.ReadAll(request.Body)
		event, err := mizan.Verify(request.Header, body, os.Getenv("WEBHOOK_SECRET"))
		if err != nil {
			answer.WriteHeader(http.StatusUnauthorized)
			return
		}
		fmt.Println(event.Type, event.RecordID, event.Changed)
		answer.WriteHeader(http.StatusNoContent)
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}
