install() {
  install_openapi_generator
}

generate() {
  openapi_generator -i "$DOCUMENT" -g typescript-fetch -o almanac
}

compile() {
  compile_typescript openapi-generator-typescript
}

call() {
  node compiled/calls.js
}
