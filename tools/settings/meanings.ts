/** What one setting is for, in the words of the page of settings. Its default and form come from the programs' tables. */
export interface Meaning {
  readonly name: string;
  readonly text: string;
  /** For a default that no table has, because code or a library decides it. */
  readonly fallback?: string;
  /** Only for a setting that is in no table. */
  readonly untabled?: { readonly readBy: string; readonly accepts: string };
}

export interface Group {
  readonly title: string;
  readonly settings: readonly Meaning[];
  /** Text below the table. */
  readonly note?: string;
}

const BUCKET_KEYS = { readBy: 'content-service, calendar-service', accepts: 'any text' };

/** In the order of the page. The first group holds those that a new operator needs. */
export const GROUPS: readonly Group[] = [
  {
    title: 'Set these first',
    settings: [
      {
        name: 'BASE_URL',
        text: 'The public address of the system. Every link in answers, mails and feeds begins with this address.',
      },
      {
        name: 'DATABASE_URL',
        text: 'The PostgreSQL database of the library, version 15 or newer. Without this setting `npm start` runs a PostgreSQL of its own. Give both databases or none.',
      },
      {
        name: 'CALENDAR_DATABASE_URL',
        text: 'The PostgreSQL database of the calendar, version 15 or newer. It must not be the database of the library.',
      },
      {
        name: 'STORAGE_URL',
        text: 'The place of uploaded files: a folder or [a bucket](#files-in-a-bucket). `npm start` uses the folder `files` below `DATA_DIR`, and keeps files of the calendar in the subfolder `calendar`.',
      },
      {
        name: 'SERVICE_SECRET',
        text: 'The secret that both services share. While you [replace it](runbook.md#rotate-service_secret), give the new and the old secret. `npm start` generates one.',
      },
      {
        name: 'MAIL_HOST',
        text: 'The SMTP server that sends mail. Without a server no mail is sent, and users cannot be invited.',
      },
      {
        name: 'MAIL_FROM',
        text: 'The e-mail address of the sender. `MAIL_HOST` requires this setting.',
      },
    ],
  },
  {
    title: 'Start and addresses',
    settings: [
      {
        name: 'DATA_DIR',
        text: 'The folder that holds the embedded PostgreSQL, files, credentials and the log. Other users of the machine cannot enter this folder.',
        fallback: '`./.almanac`',
        untabled: { readBy: '`npm start`', accepts: 'a folder' },
      },
      {
        name: 'PORT',
        text: 'The port on which the program listens. With `npm start` this is the port of the gateway.',
      },
      {
        name: 'HOST',
        text: 'The address on which the program listens. With `npm start` this is the address of the gateway.',
      },
      {
        name: 'CONTENT_URL',
        text: 'The address of content-service. The gateway balances its requests when the name has several addresses. `npm start` sets this address.',
      },
      {
        name: 'CALENDAR_URL',
        text: 'The address of calendar-service. Without this address, the home page shows no events. `npm start` sets this address.',
      },
      {
        name: 'ADMIN_EMAIL',
        text: 'The e-mail address of the first administrator. Only `migrate` reads this setting, and only for an empty database.',
        fallback: '`admin@admin.com` (with `npm start`: `admin@almanac.local`)',
      },
      {
        name: 'ADMIN_PASSWORD',
        text: 'The first password of that administrator. Only `migrate` reads this setting, and only for an empty database. `npm start` generates one.',
      },
      {
        name: 'ADMIN_API_TOKEN',
        text: 'An API token, `<id>:<secret>`, that `migrate` creates once for the first administrator ([run](run.md#the-first-administrator-and-the-first-token)). `npm start` generates one.',
      },
      {
        name: 'APP_NAME',
        text: 'The name of the site, on web pages and in mails. A name that is stored in the settings takes precedence.',
      },
      { name: 'DOCS_PUBLIC', text: 'With `true`, `/api/docs` and the descriptions of the API need no log-in.' },
      {
        name: 'CALENDAR_PREFIXES',
        text: 'Further path prefixes under which the calendar answers, such as `/wp-json/tribe/events/v1`. Links in an answer use the prefix of its request.',
      },
    ],
  },
  {
    title: 'Databases',
    settings: [
      {
        name: 'DATABASE_READ_URL',
        text: 'One streaming replica of `DATABASE_URL`. It answers lists, searches and exports ([scaling](scaling.md#a-read-replica)).',
      },
      {
        name: 'CALENDAR_DATABASE_READ_URL',
        text: 'One streaming replica of `CALENDAR_DATABASE_URL`. It answers lists and feeds.',
      },
      { name: 'DATABASE_POOL_SIZE', text: 'The maximum number of connections of one process to its database.' },
      {
        name: 'DATABASE_PREPARED_STATEMENTS',
        text: 'Keeps frequent statements prepared on each connection. Set `false` for a PgBouncer before 1.21 in transaction mode.',
      },
    ],
  },
  {
    title: 'Mail',
    settings: [
      { name: 'MAIL_PORT', text: 'The port of the SMTP server.' },
      {
        name: 'MAIL_USERNAME',
        text: 'The user name at the SMTP server, if the server wants a log-in. Give both user name and password, or none.',
      },
      { name: 'MAIL_PASSWORD', text: 'The password for `MAIL_USERNAME`.' },
      {
        name: 'MAIL_FROM_NAME',
        text: 'The name of the sender. The settings of the site cannot change this name.',
        fallback: 'the value of `APP_NAME`',
      },
      {
        name: 'MAIL_ENCRYPTION',
        text: '`ssl` encrypts from the start. `tls` demands STARTTLS. `auto` uses STARTTLS where the server offers it, and `ssl` on port 465. `null` means `auto`.',
      },
      { name: 'MAIL_VERIFY_SSL', text: 'Whether the certificate of the SMTP server must be valid.' },
    ],
  },
  {
    title: 'Files and exports',
    settings: [
      {
        name: 'STORAGE_CREATE',
        text: 'Creates the folder of `STORAGE_URL` if the folder is missing. A bucket must exist. `npm start` always creates the folder below `DATA_DIR`.',
      },
      {
        name: 'AWS_ACCESS_KEY_ID',
        text: 'The key of the bucket. Without a key, the AWS client uses a web identity or the role of the machine.',
        fallback: 'none',
        untabled: BUCKET_KEYS,
      },
      {
        name: 'AWS_SECRET_ACCESS_KEY',
        text: 'The secret of that key.',
        fallback: 'none',
        untabled: BUCKET_KEYS,
      },
      { name: 'FILE_UPLOAD_SIZE_LIMIT', text: 'The largest uploaded file, in megabytes.' },
      {
        name: 'STORAGE_IMAGE_TYPE',
        text: 'The readers of images. `local`: everybody who knows the address. `local_secure`: users with a log-in. `local_secure_restricted`: users who can see the page of the image.',
      },
      {
        name: 'STORAGE_KEEP_ORIGINALS',
        text: 'Also keeps each uploaded image unchanged, with EXIF and GPS. Users who may edit the image can read the original. Images then need twice the space.',
      },
      {
        name: 'APP_CONTENT_FILTERING',
        text: 'The filters of rendered HTML, one letter each. `j` removes scripts, `h` heads, `f` forms, and `a` everything that is not on the allow-list. The settings of the site can replace this value.',
        fallback: '`jhfa`',
      },
      { name: 'ALLOW_CONTENT_SCRIPTS', text: 'With `true`, none of the filters in `APP_CONTENT_FILTERING` applies.' },
      { name: 'EXPORT_PAGE_SIZE', text: 'The paper size of PDF exports.' },
      { name: 'EXPORT_PDF_TIMEOUT', text: 'The time limit of one PDF export, in seconds.' },
      {
        name: 'EXPORT_PDF_PER_BROWSER',
        text: 'The number of PDF files that one browser process makes. After that, a new process replaces it.',
      },
      {
        name: 'EXPORT_PDF_FONTS',
        text: 'Folders with more fonts, separated by colons. Latin, Greek, Cyrillic, Arabic, Devanagari, symbols and emoji are included.',
      },
      {
        name: 'PUPPETEER_EXECUTABLE_PATH',
        text: 'The path of another Chromium for PDF exports.',
        fallback: 'the packaged one',
      },
      {
        name: 'CHROMIUM_SANDBOX',
        text: 'The sandbox of that Chromium. Set `false` where the machine forbids user namespaces.',
      },
    ],
    note: `### Files in a bucket

\`STORAGE_URL=s3://bucket/folder?endpoint=https://s3.example&region=eu-central-1\` keeps files in a bucket of an S3 server. Several machines can then share
the files. Without \`endpoint\` the server is the one of Amazon. \`path_style=false\` puts the name of the bucket into the host name.`,
  },
  {
    title: 'Calendar',
    settings: [
      { name: 'TZ_SITE', text: 'The time zone of the calendar. Dates without a time zone are in this one.' },
      {
        name: 'RECURRENCE_HORIZON_MONTHS',
        text: 'The months ahead for which the calendar stores occurrences of endless series. Series with an end are stored for ten years.',
      },
      {
        name: 'CURRENCY_SYMBOL',
        text: 'The symbol for prices that name no currency, such as `€`. Without a symbol such prices are plain numbers.',
      },
      { name: 'CURRENCY_CODE', text: 'The currency of such prices, such as `EUR`.' },
      { name: 'CURRENCY_POSITION', text: 'The place of the symbol: `prefix` gives `€5`, `postfix` gives `5€`.' },
      { name: 'DISTANCE_UNIT', text: 'The unit of distances between an event and a point.' },
      {
        name: 'GEOCODER_URL',
        text: 'The service that finds the coordinates of a venue, such as `https://geo.example/search?q={address}`. It answers JSON with `lat`, and `lon` or `lng`. Without a service, addresses are not looked up.',
      },
      {
        name: 'FIND_PROTECTED_EVENTS',
        text: 'Whether a filter finds an event with a password by its hidden members, such as the venue. With `false`, only callers who see these members find the event in this way.',
      },
      {
        name: 'CHANGES_RETENTION_DAYS',
        text: 'The days for which the change feed lists permanent deletions. An older change token gets 410.',
      },
      {
        name: 'TRASH_LIFETIME',
        text: 'The days until items in the trash of the calendar are deleted for good. 0 keeps them for ever.',
      },
    ],
  },
  {
    title: 'Limits and lifetimes',
    settings: [
      {
        name: 'API_REQUESTS_PER_MIN',
        text: 'The requests that one user may send in a minute. Callers without a token are counted by address.',
      },
      {
        name: 'API_REQUESTS_IN_FLIGHT',
        text: 'The requests of one user that run at the same time in a process. Up to 200 more wait, for at most 10 seconds. All others get 429.',
      },
      {
        name: 'REDIS_URL',
        text: 'A Redis or Valkey server that counts these requests for all replicas together. Without a server each process counts its own requests.',
      },
      { name: 'API_DEFAULT_ITEM_COUNT', text: 'The page size of a list when the request names none.' },
      {
        name: 'API_MAX_ITEM_COUNT',
        text: 'The largest page size of a list. A smaller maximum also limits the default page size.',
      },
      { name: 'BODY_LIMIT_MB', text: 'The largest body of a request, in MiB. A larger body gets 413.' },
      {
        name: 'CONNECT_TIMEOUT_MS',
        text: 'The time that the gateway waits for a connection to a service, in milliseconds. Then the caller gets 503.',
      },
      {
        name: 'RESPONSE_TIMEOUT_MS',
        text: 'The time that a service may be silent during a request, in milliseconds. Then the caller gets 504.',
      },
      {
        name: 'IMPORT_WAIT_SECONDS',
        text: 'The time that a request waits for its import, in seconds. Then the caller gets 202 with the URL of the import.',
      },
      {
        name: 'TASK_TIME_FACTOR',
        text: 'Multiplies the time that one text, archive or calendar file may take. Raise this factor on slow machines.',
      },
      { name: 'REVISION_LIMIT', text: 'The number of revisions that are kept for each page.' },
      { name: 'SESSION_LIFETIME', text: 'The minutes without a request after which a browser is logged out.' },
      {
        name: 'RECYCLE_BIN_LIFETIME',
        text: 'The days until items in the recycle bin of the library are deleted for good. 0 deletes them at once, -1 keeps them for ever.',
      },
      {
        name: 'IP_ADDRESS_PRECISION',
        text: 'The number of parts of an IPv4 address that the audit log keeps: 4 keeps all, 0 keeps none. IPv6 addresses are shortened accordingly.',
      },
    ],
  },
  {
    title: 'Network',
    settings: [
      {
        name: 'TRUSTED_PROXIES',
        text: 'The addresses of your own proxies before the gateway. The gateway trusts `X-Forwarded-*` headers from these addresses only.',
      },
      {
        name: 'CORS_ALLOWED_ORIGINS',
        text: 'The origins whose scripts may read all answers. `*` allows all origins. Scripts of every origin may read the public calendar in any case.',
      },
      {
        name: 'HSTS_INCLUDE_SUBDOMAINS',
        text: 'With `true` and an `https` address, browsers use HTTPS for all hosts below this one too.',
      },
      {
        name: 'OUTGOING_ALLOWED_HOSTS',
        text: 'Hosts of your own network that webhooks may call and from which images may be fetched. All other hosts must be public.',
      },
    ],
  },
  {
    title: 'Operation',
    settings: [
      {
        name: 'RUN_JOBS',
        text: 'Whether this process runs jobs and periodic tasks. With `false` it only puts jobs into the queue. At least one process of each service must run them.',
      },
      {
        name: 'SHUTDOWN_DELAY_MS',
        text: 'The time in milliseconds for which a program still accepts new requests after SIGTERM. During this time `/readyz` answers 503. Idle connections stay open for the same time after it ([stop](runbook.md#stop)).',
      },
      {
        name: 'LOG_LEVEL',
        text: 'The least important messages that the log contains.',
      },
      {
        name: 'LOG_FORMAT',
        text: '`json` is for programs, `pretty` for people. `npm start` chooses `pretty`.',
      },
      {
        name: 'METRICS_PORT',
        text: 'The port that shows [metrics](metrics.md) at `/metrics`, as text for Prometheus. It must not be the `PORT`. 0 switches metrics off. `npm start` ignores this setting.',
      },
      {
        name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
        text: 'The OpenTelemetry collector that gets [traces](traces.md) by OTLP over HTTP, such as `http://collector:4318`. Without a collector there are no traces.',
      },
      {
        name: 'OTEL_EXPORTER_OTLP_HEADERS',
        text: 'Headers that the collector wants, such as `authorization=Bearer abc`.',
      },
      {
        name: 'OTEL_TRACES_SAMPLER_ARG',
        text: 'The share of the traces that is recorded. 0 records none, 1 all.',
        fallback: '`1`',
      },
      {
        name: 'OTEL_RESOURCE_ATTRIBUTES',
        text: 'Attributes that every span gets, such as `deployment.environment.name=test`.',
      },
      {
        name: 'TRUST_TRACEPARENT',
        text: 'With `true`, the gateway continues the trace that a caller has begun. The caller then [decides](traces.md#traces-of-callers) if the trace is recorded.',
      },
    ],
  },
];
