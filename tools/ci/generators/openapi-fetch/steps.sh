install() {
  install_npm "openapi-fetch-$VERSION" "openapi-typescript@$VERSION" openapi-fetch@0.17.0 typescript@5.9.3
}

generate() {
  ln -s "$tools/openapi-fetch-$VERSION/node_modules" node_modules
  node_modules/.bin/openapi-typescript "$DOCUMENT" --output almanac.ts
}

compile() {
  compile_typescript openapi-fetch
}

call() {
  node compiled/calls.js
}
