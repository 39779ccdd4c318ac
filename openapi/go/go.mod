module mizan

go 1.19
