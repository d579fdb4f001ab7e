{{/* All objects of a program. Called with the dict of _app.tpl; `files` and `strategy` as in _deployment.tpl. */}}
{{- define "almanac.app.program" -}}
{{ include "almanac.app.service" . }}
---
{{ include "almanac.app.deployment" . }}
{{- $app := index .root.Values .key }}
{{- if $app.serviceAccount.create }}
---
apiVersion: v1
kind: ServiceAccount
metadata:
  name: {{ include "almanac.app.accountName" . }}
  labels: {{- include "almanac.app.labels" . | nindent 4 }}
  {{- with $app.serviceAccount.annotations }}
  annotations: {{- toYaml . | nindent 4 }}
  {{- end }}
# No program calls the cluster's API. Web identities for buckets have tokens of their own.
automountServiceAccountToken: false
{{- end }}
{{- include "almanac.app.scaling" . }}
{{- include "almanac.app.networkPolicy" . }}
{{- include "almanac.app.monitor" . }}
{{- end -}}

{{- define "almanac.app.accountName" -}}
{{- $account := (index .root.Values .key).serviceAccount -}}
{{- default (ternary (include "almanac.app.fullname" .) "default" $account.create) $account.name -}}
{{- end -}}

{{/* A migration runs before the program's own account exists, so it has a copy of it. */}}
{{- define "almanac.migrate.accountName" -}}
{{- $create := (index .root.Values .key).serviceAccount.create -}}
{{- if $create }}{{ include "almanac.app.fullname" . }}-migrate{{ else }}{{ include "almanac.app.accountName" . }}{{ end -}}
{{- end -}}
