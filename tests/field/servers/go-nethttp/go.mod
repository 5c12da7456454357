module field/go-nethttp

go 1.26

require github.com/golang-jwt/jwt/v5 v5.3.0
