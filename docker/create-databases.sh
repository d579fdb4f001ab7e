#!/bin/sh
# Run once by the PostgreSQL image, when its volume is empty: a database and an owner of it for each service.
# Neither owner may connect to the other's database.
set -eu

create() {
  psql --set=ON_ERROR_STOP=1 --username=postgres --set=name="$1" --set=password="$2" <<'SQL'
CREATE ROLE :"name" LOGIN PASSWORD :'password';
CREATE DATABASE :"name" OWNER :"name";
REVOKE CONNECT ON DATABASE :"name" FROM PUBLIC;
SQL
}

create content "$CONTENT_DB_PASSWORD"
create calendar "$CALENDAR_DB_PASSWORD"
