install() {
  install_npm "orval-$VERSION" "orval@$VERSION" typescript@5.9.3
}

generate() {
  cp "$here/orval/orval.config.mjs" .
  "$tools/orval-$VERSION/node_modules/.bin/orval"
}

compile() {
  compile_typescript orval
}

call() {
  node compiled/calls.js
}
