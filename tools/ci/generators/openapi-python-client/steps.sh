install() {
  install_python "openapi-python-client-$VERSION" "openapi-python-client==$VERSION"
}

generate() {
  "$tools/openapi-python-client-$VERSION/bin/openapi-python-client" generate --path "$DOCUMENT" --output-path almanac --meta none
}

compile() {
  "$tools/openapi-python-client-$VERSION/bin/python" -m compileall -q almanac
}

call() {
  cp "$here/openapi-python-client/calls.py" "$here/report.py" .
  "$tools/openapi-python-client-$VERSION/bin/python" calls.py
}
