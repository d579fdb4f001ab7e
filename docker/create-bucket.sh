#!/bin/sh
# Runs at each start in the image of the S3 server. Creates the bucket of the programs, and its owner, whose key opens no other bucket.
# An older installation has the bucket without this owner. A changed S3_SECRET_KEY takes effect here.
set -eu

admin() {
  versitygw admin --endpoint-url "$S3_ENDPOINT" "$@"
}
has() { # <name> in the first column
  awk -v name="$1" '$1 == name { found = 1 } END { exit !found }'
}

accounts=$(admin list-users)
if echo "$accounts" | has "$S3_ACCESS_KEY"; then
  admin update-user --access "$S3_ACCESS_KEY" --secret "$S3_SECRET_KEY" --role user
else
  admin create-user --access "$S3_ACCESS_KEY" --secret "$S3_SECRET_KEY" --role user
fi

buckets=$(admin list-buckets)
if echo "$buckets" | has "$S3_BUCKET"; then
  admin change-bucket-owner --bucket "$S3_BUCKET" --owner "$S3_ACCESS_KEY"
else
  admin create-bucket --bucket "$S3_BUCKET" --owner "$S3_ACCESS_KEY"
fi
