install() {
  install_npm "oazapfts-$VERSION" "oazapfts@$VERSION" @oazapfts/runtime@1.2.0
}

generate() {
  ln -s "$tools/oazapfts-$VERSION/node_modules" node_modules
  node_modules/.bin/oazapfts "$DOCUMENT" almanac.ts
}

compile() {
  compile_typescript oazapfts
}

call() {
  node compiled/calls.js
}
