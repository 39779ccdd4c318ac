module mizan-tests

go 1.19

require mizan v0.0.0

replace mizan => ../../../openapi/go
