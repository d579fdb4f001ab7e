#!/bin/sh
# The PostgreSQL image runs this once, when its volume is empty. Creates a database and its owner for each service.
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
