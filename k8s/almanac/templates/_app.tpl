{{/*
Shared by the three programs. Each template is called with (dict "root" $ "key" "contentService" "name" "content-service"):
the key of the program's values and the name in its objects.
*/}}
{{- define "almanac.app.fullname" -}}
{{ include "almanac.fullname" .root }}-{{ .name }}
{{- end -}}

{{- define "almanac.app.selector" -}}
app.kubernetes.io/name: {{ default .root.Chart.Name .root.Values.nameOverride }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .name }}
{{- end -}}

{{- define "almanac.app.labels" -}}
{{ include "almanac.labels" .root }}
app.kubernetes.io/component: {{ .name }}
{{- end -}}

{{/* Labels of a pod. They omit the chart's version, because a new chart alone must not restart a program. */}}
{{- define "almanac.app.podLabels" -}}
{{ include "almanac.app.selector" . }}
app.kubernetes.io/version: {{ include "almanac.version" .root | quote }}
{{- end -}}

{{- define "almanac.app.image" -}}
{{- $image := .root.Values.image -}}
{{- $own := (index .root.Values .key).image -}}
{{- with $image.registry }}{{ trimSuffix "/" . }}/{{ end -}}
{{ $own.repository }}{{ if $own.digest }}@{{ $own.digest }}{{ else }}:{{ default .root.Chart.AppVersion $image.tag }}{{ end }}
{{- end -}}

{{/* The address of a program inside the cluster. */}}
{{- define "almanac.app.url" -}}
http://{{ include "almanac.app.fullname" . }}:{{ (index .root.Values .key).service.port }}
{{- end -}}

{{/* The address for the gateway. It balances over the pods of a program itself, when there are several. */}}
{{- define "almanac.app.urlForGateway" -}}
{{- if include "almanac.app.hasSeveral" . -}}
http://{{ include "almanac.app.fullname" . }}-pods:{{ index .root.Values.settings .key "port" }}
{{- else -}}
{{ include "almanac.app.url" . }}
{{- end -}}
{{- end -}}

{{/*
One setting as text: a list is joined by commas, a whole number has no exponent (Go would write a million as 1e+06), and a value that
was removed with null is empty.
*/}}
{{- define "almanac.settingText" -}}
{{- if kindIs "invalid" . }}{{ else if kindIs "slice" . }}{{ join "," . }}{{ else if kindIs "float64" . }}{{ int64 . }}{{ else }}{{ . }}{{ end -}}
{{- end -}}

{{/* ENV: value, for every setting of a program that is not empty. */}}
{{- define "almanac.app.settings" -}}
{{- $root := .root -}}
{{- $names := include "almanac.settings" $root | fromYaml -}}
{{- $environment := dict -}}
{{- $address := ternary "almanac.app.urlForGateway" "almanac.app.url" (eq .key "gateway") -}}
{{- $inCluster := dict
  "contentUrl" (include $address (dict "root" $root "key" "contentService" "name" "content-service"))
  "calendarUrl" (include $address (dict "root" $root "key" "calendarService" "name" "calendar-service")) -}}
{{- range $group := list "shared" .key }}
{{- range $value, $env := index $names $group }}
{{- $text := include "almanac.settingText" (index $root.Values.settings $group $value) | default (get $inCluster $value) }}
{{- if $text }}{{ $_ := set $environment $env $text }}{{ end }}
{{- end }}
{{- end -}}
{{- toYaml $environment -}}
{{- end -}}

{{/* Changes when a secret value of this program or the name of existingSecret changes. Changes inside existingSecret are not detected. */}}
{{- define "almanac.app.secretsChecksum" -}}
{{- $own := dict "existingSecret" .root.Values.secrets.existingSecret -}}
{{- $secrets := index (include "almanac.secrets" .root | fromYaml) .key -}}
{{- range $value, $env := merge dict (default dict $secrets.run) (default dict $secrets.optional) }}
{{- $_ := set $own $value (index $.root.Values.secrets $value) }}
{{- end -}}
{{- toJson $own | sha256sum -}}
{{- end -}}

{{/*
The environment of a program: its settings from one ConfigMap, and only its own secrets, one by one.
Called with root, key, configMap and secret (names), and migrate: true for its migration, whose optional secrets differ.
*/}}
{{- define "almanac.app.environment" -}}
{{- $secrets := index (include "almanac.secrets" .root | fromYaml) .key -}}
{{- $needed := default dict $secrets.run | values | sortAlpha -}}
{{- $wanted := ternary $secrets.migrate $secrets.optional (default false .migrate) | default dict | values | sortAlpha -}}
envFrom:
  - configMapRef:
      name: {{ .configMap }}
{{- $extra := (index .root.Values .key).extraEnv -}}
{{- if or $needed $extra }}
env:
  {{- range $env := concat $needed $wanted }}
  - name: {{ $env }}
    valueFrom:
      secretKeyRef:
        name: {{ $.secret }}
        key: {{ $env }}
        {{- if has $env $wanted }}
        optional: true
        {{- end }}
  {{- end }}
  {{- with $extra }}{{ toYaml . | nindent 2 }}{{ end }}
{{- end }}
{{- end -}}

{{/* The same for every pod: no service account token, no environment variables of other Services, the default seccomp profile. */}}
{{- define "almanac.podSecurity" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext: {{- toYaml .Values.podSecurityContext | nindent 2 }}
{{- end -}}

{{- define "almanac.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
{{- end -}}
