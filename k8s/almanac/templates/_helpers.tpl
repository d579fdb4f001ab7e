{{/*
Every setting as value: environment variable. No other place in the chart lists settings: ConfigMaps, Secrets and pods are generated
from these two lists, and tools/ci/helm.sh compares them with README.md and the schema.
*/}}
{{- define "almanac.settings" -}}
shared:
  baseUrl: BASE_URL
  logLevel: LOG_LEVEL
  logFormat: LOG_FORMAT
  metricsPort: METRICS_PORT
  otelExporterOtlpEndpoint: OTEL_EXPORTER_OTLP_ENDPOINT
  otelTracesSamplerArg: OTEL_TRACES_SAMPLER_ARG
  otelResourceAttributes: OTEL_RESOURCE_ATTRIBUTES
  shutdownDelayMs: SHUTDOWN_DELAY_MS
gateway:
  host: HOST
  port: PORT
  contentUrl: CONTENT_URL
  calendarUrl: CALENDAR_URL
  corsAllowedOrigins: CORS_ALLOWED_ORIGINS
  hstsIncludeSubdomains: HSTS_INCLUDE_SUBDOMAINS
  bodyLimitMb: BODY_LIMIT_MB
  connectTimeoutMs: CONNECT_TIMEOUT_MS
  responseTimeoutMs: RESPONSE_TIMEOUT_MS
  trustedProxies: TRUSTED_PROXIES
  trustTraceparent: TRUST_TRACEPARENT
  calendarPrefixes: CALENDAR_PREFIXES
contentService:
  host: HOST
  port: PORT
  databasePoolSize: DATABASE_POOL_SIZE
  databasePreparedStatements: DATABASE_PREPARED_STATEMENTS
  storageUrl: STORAGE_URL
  storageCreate: STORAGE_CREATE
  appName: APP_NAME
  calendarUrl: CALENDAR_URL
  docsPublic: DOCS_PUBLIC
  adminEmail: ADMIN_EMAIL
  apiRequestsPerMin: API_REQUESTS_PER_MIN
  apiRequestsInFlight: API_REQUESTS_IN_FLIGHT
  importWaitSeconds: IMPORT_WAIT_SECONDS
  taskTimeFactor: TASK_TIME_FACTOR
  apiDefaultItemCount: API_DEFAULT_ITEM_COUNT
  apiMaxItemCount: API_MAX_ITEM_COUNT
  revisionLimit: REVISION_LIMIT
  sessionLifetime: SESSION_LIFETIME
  recycleBinLifetime: RECYCLE_BIN_LIFETIME
  runJobs: RUN_JOBS
  fileUploadSizeLimit: FILE_UPLOAD_SIZE_LIMIT
  storageImageType: STORAGE_IMAGE_TYPE
  storageKeepOriginals: STORAGE_KEEP_ORIGINALS
  appContentFiltering: APP_CONTENT_FILTERING
  allowContentScripts: ALLOW_CONTENT_SCRIPTS
  ipAddressPrecision: IP_ADDRESS_PRECISION
  outgoingAllowedHosts: OUTGOING_ALLOWED_HOSTS
  exportPageSize: EXPORT_PAGE_SIZE
  exportPdfTimeout: EXPORT_PDF_TIMEOUT
  exportPdfPerBrowser: EXPORT_PDF_PER_BROWSER
  exportPdfFonts: EXPORT_PDF_FONTS
  puppeteerExecutablePath: PUPPETEER_EXECUTABLE_PATH
  chromiumSandbox: CHROMIUM_SANDBOX
  mailHost: MAIL_HOST
  mailPort: MAIL_PORT
  mailUsername: MAIL_USERNAME
  mailFrom: MAIL_FROM
  mailFromName: MAIL_FROM_NAME
  mailEncryption: MAIL_ENCRYPTION
  mailVerifySsl: MAIL_VERIFY_SSL
calendarService:
  host: HOST
  port: PORT
  databasePoolSize: DATABASE_POOL_SIZE
  databasePreparedStatements: DATABASE_PREPARED_STATEMENTS
  storageUrl: STORAGE_URL
  storageCreate: STORAGE_CREATE
  outgoingAllowedHosts: OUTGOING_ALLOWED_HOSTS
  tzSite: TZ_SITE
  recurrenceHorizonMonths: RECURRENCE_HORIZON_MONTHS
  currencySymbol: CURRENCY_SYMBOL
  currencyCode: CURRENCY_CODE
  currencyPosition: CURRENCY_POSITION
  distanceUnit: DISTANCE_UNIT
  findProtectedEvents: FIND_PROTECTED_EVENTS
  geocoderUrl: GEOCODER_URL
  changesRetentionDays: CHANGES_RETENTION_DAYS
  trashLifetime: TRASH_LIFETIME
  contentUrl: CONTENT_URL
  apiRequestsPerMin: API_REQUESTS_PER_MIN
  apiRequestsInFlight: API_REQUESTS_IN_FLIGHT
  runJobs: RUN_JOBS
  importWaitSeconds: IMPORT_WAIT_SECONDS
  taskTimeFactor: TASK_TIME_FACTOR
{{- end -}}

{{/* The secrets of each program: required ones in `run`, optional ones, and in `migrate` the optional ones of its migration, which checks all its settings. */}}
{{- define "almanac.secrets" -}}
gateway:
  run: {}
  optional:
    otelExporterOtlpHeaders: OTEL_EXPORTER_OTLP_HEADERS
contentService:
  run:
    databaseUrl: DATABASE_URL
    serviceSecret: SERVICE_SECRET
  optional:
    mailPassword: MAIL_PASSWORD
    otelExporterOtlpHeaders: OTEL_EXPORTER_OTLP_HEADERS
    databaseReadUrl: DATABASE_READ_URL
    redisUrl: REDIS_URL
    awsAccessKeyId: AWS_ACCESS_KEY_ID
    awsSecretAccessKey: AWS_SECRET_ACCESS_KEY
  migrate:
    adminPassword: ADMIN_PASSWORD
    adminApiToken: ADMIN_API_TOKEN
    mailPassword: MAIL_PASSWORD
calendarService:
  run:
    calendarDatabaseUrl: CALENDAR_DATABASE_URL
    serviceSecret: SERVICE_SECRET
  optional:
    otelExporterOtlpHeaders: OTEL_EXPORTER_OTLP_HEADERS
    calendarDatabaseReadUrl: CALENDAR_DATABASE_READ_URL
    redisUrl: REDIS_URL
    awsAccessKeyId: AWS_ACCESS_KEY_ID
    awsSecretAccessKey: AWS_SECRET_ACCESS_KEY
{{- end -}}

{{- define "almanac.fullname" -}}
{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- $full := ternary .Release.Name (printf "%s-%s" .Release.Name $name) (contains $name .Release.Name) -}}
{{- /* Names have at most 63 characters; the longest suffix is "-calendar-service-migrate". */ -}}
{{- $name = default $full .Values.fullnameOverride | trunc 38 | trimSuffix "-" -}}
{{- /* Names of releases may have dots and begin with a digit, those of Services may not. */ -}}
{{- if not (regexMatch "^[a-z]([a-z0-9-]*[a-z0-9])?$" $name) -}}
{{- fail (printf "fullnameOverride: must be set to letters, digits and hyphens, beginning with a letter, because %q cannot name a Service" $name) -}}
{{- end -}}
{{- $name -}}
{{- end -}}

{{/* The version as a label, which is shorter than a tag may be and ends with a letter or digit. */}}
{{- define "almanac.version" -}}
{{- default .Chart.AppVersion .Values.image.tag | replace "+" "_" | trunc 63 | trimAll "-._" -}}
{{- end -}}

{{- define "almanac.secretName" -}}
{{- default (include "almanac.fullname" .) .Values.secrets.existingSecret -}}
{{- end -}}

{{/* Labels of all objects. Called with the chart's root. */}}
{{- define "almanac.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
app.kubernetes.io/name: {{ default .Chart.Name .Values.nameOverride }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ include "almanac.version" . | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}
