# Sourced by step.sh: installs generators into the cache, once for each version, and compiles what several of them generate.

# The exit code tells main.ts that this machine lacks a language.
missing() {
  echo "$1"
  exit 3
}

install_npm() { # <folder> <packages>
  local folder=$tools/$1
  shift
  [ -d "$folder" ] && return
  # Into a temporary folder first, so that an interrupted run leaves no partial program.
  npm install --prefix "$folder.new" --ignore-scripts --no-package-lock --no-audit --no-fund "$@"
  mv "$folder.new" "$folder"
}

install_python() { # <folder> <packages>
  local folder=$tools/$1
  shift
  [ -e "$folder/complete" ] && return
  python3 -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))' || missing 'Python 3.10 or newer with venv'
  # The programs of a virtual environment know its path, so it cannot be moved there when it is complete.
  python3 -m venv --clear "$folder"
  "$folder/bin/pip" install --quiet --disable-pip-version-check "$@"
  touch "$folder/complete"
}

install_openapi_generator() {
  command -v java > /dev/null || missing 'Java'
  install_python "openapi-generator-$VERSION" "openapi-generator-cli==$VERSION"
}

openapi_generator() { # <arguments>
  # Without the property, Java and TypeScript lack the models of requests that take a file or JSON.
  java -Dlog.level=error -jar "$tools/openapi-generator-$VERSION"/lib/python3*/site-packages/openapi_generator_cli/openapi-generator.jar \
    generate --global-property skipFormModel=false "$@"
}

# Compiles the requests and all that they import. Faults of the generated code are faults here, as for its users.
compile_typescript() { # <folder of calls.ts> [options]
  local calls=$here/$1
  shift
  cp "$calls/calls.ts" "$here/report.ts" .
  echo '{ "type": "commonjs" }' > package.json
  tsc --strict --target es2022 --module commonjs --moduleResolution bundler --lib es2022,dom,dom.iterable --types node \
    --typeRoots "$root/node_modules/@types" --outDir compiled --rootDir . "$@" calls.ts
}
