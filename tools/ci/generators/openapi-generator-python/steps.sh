packages=openapi-generator-python-packages

install() {
  install_openapi_generator
  # What the generated package requires.
  install_python "$packages" urllib3==2.5.0 python-dateutil==2.9.0.post0 pydantic==2.12.3 typing-extensions==4.15.0 lazy-imports==1.0.1
}

generate() {
  openapi_generator -i "$DOCUMENT" -g python -o almanac-python
}

compile() {
  "$tools/$packages/bin/python" -m compileall -q almanac-python/openapi_client
}

call() {
  cp "$here/openapi-generator-python/calls.py" "$here/report.py" .
  PYTHONPATH=almanac-python "$tools/$packages/bin/python" calls.py
}
