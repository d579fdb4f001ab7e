install() {
  install_openapi_generator
  command -v mvn > /dev/null || missing 'Maven'
}

generate() {
  # One object with all parameters of a request, instead of a hundred positions for those of a list.
  openapi_generator -i "$DOCUMENT" -g java --additional-properties useSingleRequestParameter=true -o almanac-java
}

compile() {
  mvn --batch-mode --quiet --file almanac-java package -Dmaven.test.skip=true -Dmaven.javadoc.skip=true -Dmaven.source.skip=true
  javac -d . -cp 'almanac-java/target/classes:almanac-java/target/lib/*' "$here/openapi-generator-java/Calls.java"
}

call() {
  java -cp '.:almanac-java/target/classes:almanac-java/target/lib/*' Calls
}
