#!/usr/bin/env bash
# Builds and checks every image of docker/Dockerfile. Needs root on Debian or Ubuntu, and no image registry.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
. tools/ci/environment.sh
. tools/ci/image/build.sh
need_image_builder

work=$(mktemp -d)
unmount() {
  for app in gateway content-service calendar-service; do umount "$work/$app" 2> /dev/null || true; done
}
# Removes working containers. Images stay as a cache for the next run.
tidy() {
  unmount
  buildah rm --all > /dev/null 2>&1 || true
  rm -rf --one-file-system "$work"
}
trap tidy EXIT
build_images

# --- checks of the images ---------------------------------------------------------------------------------------------------------
# Sizes over a base of 262 MB, which is the official image's size too.
base_bytes=262000000
declare -A limit_mb=([gateway]=290 [calendar-service]=340 [content-service]=600)

check_size() { # <app>
  local bytes
  bytes=$(($(image_bytes "localhost/almanac/$1:check") - $(image_bytes "$base") + base_bytes))
  echo "$1: $((bytes / 1000000)) MB of at most ${limit_mb[$1]} MB"
  [ "$bytes" -le "$((limit_mb[$1] * 1000000))" ] || fail "$1: the image is too large"
}
# Buildah rounds to three digits: "262 MB".
image_bytes() {
  buildah images --json "$1" | node -p '
    const [size, unit] = JSON.parse(fs.readFileSync(0))[0].size.split(" ");
    Math.round(size * { MB: 1e6, GB: 1e9 }[unit])'
}

# Other users than root have to reach the file systems below.
chmod 711 "$work"
for app in gateway content-service calendar-service; do
  container=$(buildah from --pull-never "localhost/almanac/$app:check")
  main="dist/$app/apps/$app/src/main.js"
  buildah inspect --type image "localhost/almanac/$app:check" > "$work/$app.json"
  mkdir "$work/$app"
  mount --bind "$(buildah mount "$container")" "$work/$app"
  node tools/ci/image/check-image.mjs "$app" "$work/$app.json" "$work/$app"
  check_size "$app"

  # As the image's user: packages with native code load without install scripts.
  tools/ci/image/run-read-only.sh "$work/$app" "$work" node -e '
    const { dependencies } = JSON.parse(fs.readFileSync("/app/package.json"));
    for (const name of ["sharp", "@node-rs/argon2", "pg"]) if (name in dependencies) require(name);
    for (const folder of ["/", "/app", "/app/node_modules/.cache", "/usr", "/var/lib"]) {
      try { fs.writeFileSync(`${folder}/probe`, ""); } catch (failure) { if (/EROFS|ENOENT/.test(failure.code)) continue; throw failure; }
      throw new Error(`${folder} can be written to`);
    }' || fail "$app: Node does not start as it should in the image"

  # Every program reports an invalid setting and ends. To do so it must load all of its modules, so the image contains them.
  if LOG_LEVEL=nonsense tools/ci/image/run-read-only.sh "$work/$app" "$work" timeout 30 node "$main" > "$work/start.log" 2>&1; then
    fail "$app: started in spite of a faulty LOG_LEVEL"
  fi
  grep -q LOG_LEVEL "$work/start.log" || {
    tail -n 20 "$work/start.log" >&2
    fail "$app: does not get as far as its settings"
  }
  echo "$app: checked"
done
node --require ./tools/typescript.cjs tools/ci/image/run-images.ts "$work"

# Removes containers and images of earlier runs that this run has replaced.
unmount
buildah rm --all > /dev/null 2>&1 || true
buildah rmi --prune > /dev/null 2>&1 || true
echo 'dockerfile.sh: three images built and checked'
