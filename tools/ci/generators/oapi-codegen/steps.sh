install() {
  command -v go > /dev/null || missing 'Go'
  install_go_program oapi-codegen github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen "v$VERSION"
}

generate() {
  mkdir almanac
  "$ci_cache/bin/oapi-codegen-v$VERSION" -generate types,client -package almanac -o almanac/almanac.go "$DOCUMENT"
}

compile() {
  cp "$here/oapi-codegen/calls.go" "$here/oapi-codegen/go.mod" .
  go mod tidy
  go build -o calls .
}

call() {
  ./calls
}
