install() {
  install_npm "hey-api-$VERSION" "@hey-api/openapi-ts@$VERSION" typescript@5.9.3
}

generate() {
  "$tools/hey-api-$VERSION/node_modules/.bin/openapi-ts" --input "$DOCUMENT" --output almanac
}

compile() {
  compile_typescript hey-api
}

call() {
  node compiled/calls.js
}
