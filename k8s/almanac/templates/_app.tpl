{{/*
What the three programs have in common. Each template is called with (dict "root" $ "key" "contentService" "name" "content-service"):
the key of the program's values and the name that its objects carry.
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

{{/* What a pod carries: no chart version, because a new chart alone is no reason to restart a program. */}}
{{- define "almanac.app.podLabels" -}}
{{ include "almanac.app.selector" . }}
app.kubernetes.io/version: {{ default .root.Chart.AppVersion .root.Values.image.tag | quote }}
{{- end -}}

{{- define "almanac.app.image" -}}
{{- $image := .root.Values.image -}}
{{- with $image.registry }}{{ trimSuffix "/" . }}/{{ end -}}
{{ (index .root.Values .key).image.repository }}:{{ default .root.Chart.AppVersion $image.tag }}
{{- end -}}

{{/* The address of a program within the cluster. */}}
{{- define "almanac.app.url" -}}
http://{{ include "almanac.app.fullname" . }}:{{ (index .root.Values .key).service.port }}
{{- end -}}

{{/*
One setting as text: a list as its items, a whole number without an exponent (1e+06 is what Go makes of a million), and nothing for a
value that was taken away with null.
*/}}
{{- define "almanac.settingText" -}}
{{- if kindIs "invalid" . }}{{ else if kindIs "slice" . }}{{ join "," . }}{{ else if kindIs "float64" . }}{{ int64 . }}{{ else }}{{ . }}{{ end -}}
{{- end -}}

{{/* ENV: value for every setting of a program that is not empty. */}}
{{- define "almanac.app.settings" -}}
{{- $root := .root -}}
{{- $names := include "almanac.settings" $root | fromYaml -}}
{{- $environment := dict -}}
{{- $inCluster := dict
  "contentUrl" (include "almanac.app.url" (dict "root" $root "key" "contentService" "name" "content-service"))
  "calendarUrl" (include "almanac.app.url" (dict "root" $root "key" "calendarService" "name" "calendar-service")) -}}
{{- range $group := list "shared" .key }}
{{- range $value, $env := index $names $group }}
{{- $text := include "almanac.settingText" (index $root.Values.settings $group $value) | default (get $inCluster $value) }}
{{- if $text }}{{ $_ := set $environment $env $text }}{{ end }}
{{- end }}
{{- end -}}
{{- toYaml $environment -}}
{{- end -}}

{{/* Changes when a secret of this program does: a new value here, or another Secret. What happens inside existingSecret is not seen. */}}
{{- define "almanac.app.secretsChecksum" -}}
{{- $own := dict "existingSecret" .root.Values.secrets.existingSecret -}}
{{- $secrets := index (include "almanac.secrets" .root | fromYaml) .key -}}
{{- range $value, $env := merge dict (default dict $secrets.run) (default dict $secrets.optional) }}
{{- $_ := set $own $value (index $.root.Values.secrets $value) }}
{{- end -}}
{{- toJson $own | sha256sum -}}
{{- end -}}

{{/*
The environment of a program: its settings from one ConfigMap, its secrets one by one, so that it holds no other program's.
Called with root, key, configMap and secret (names), and migrate: true for its migration, which gets others of those that may be missing.
*/}}
{{- define "almanac.app.environment" -}}
{{- $secrets := index (include "almanac.secrets" .root | fromYaml) .key -}}
{{- $needed := default dict $secrets.run | values | sortAlpha -}}
{{- $wanted := ternary $secrets.migrate $secrets.optional (default false .migrate) | default dict | values | sortAlpha -}}
envFrom:
  - configMapRef:
      name: {{ .configMap }}
{{- if $needed }}
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
{{- end }}
{{- end -}}

{{/* The same for every pod: nobody's account, nothing of the cluster's, one system-call filter. */}}
{{- define "almanac.podSecurity" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 65534
  runAsGroup: 65534
  fsGroup: 65534
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile:
    type: RuntimeDefault
{{- end -}}

{{- define "almanac.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
{{- end -}}
