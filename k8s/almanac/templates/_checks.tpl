{{/*
Rules that name two values, which the schema cannot say. Each line of the result names the value and the reason.
The API server or a program would refuse these values too, but later. For a setting that was removed with null, its program has the same default.
*/}}
{{- define "almanac.faults" -}}
{{- $values := .Values -}}
{{- $settings := .Values.settings -}}
{{- $secrets := .Values.secrets -}}
{{- $content := $settings.contentService -}}
{{- range $key := list "gateway" "contentService" "calendarService" }}
{{- $app := index $values $key }}
{{- if eq (int $settings.shared.metricsPort) (int (index $settings $key "port")) }}
settings.shared.metricsPort: must differ from settings.{{ $key }}.port
{{- end }}
{{- if and $app.autoscaling.enabled (gt (int $app.autoscaling.minReplicas) (int $app.autoscaling.maxReplicas)) }}
{{ $key }}.autoscaling.minReplicas: must not be above maxReplicas
{{- end }}
{{- include "almanac.resourceFaults" (dict "path" $key "resources" $app.resources) }}
{{- include "almanac.keyFaults" (dict "path" (printf "%s.podLabels" $key) "given" $app.podLabels) }}
{{- include "almanac.keyFaults" (dict "path" (printf "%s.podAnnotations" $key) "given" $app.podAnnotations) }}
{{- include "almanac.keyFaults" (dict "path" (printf "%s.serviceAccount.annotations" $key) "given" $app.serviceAccount.annotations) }}
{{- with $app.persistence }}
{{- include "almanac.keyFaults" (dict "path" (printf "%s.persistence.annotations" $key) "given" .annotations "own" "helm.sh/resource-policy") }}
{{- end }}
{{- end }}
{{- range $key := list "serviceMonitor" "prometheusRule" "grafanaDashboard" }}
{{- include "almanac.keyFaults" (dict "path" (printf "%s.labels" $key) "given" (index $values $key).labels) }}
{{- end }}
{{- include "almanac.resourceFaults" (dict "path" "backup" "resources" $values.backup.resources) }}
{{- if lt (default 60 $settings.gateway.bodyLimitMb | int) (default 50 $content.fileUploadSizeLimit | int) }}
settings.gateway.bodyLimitMb: must not be below settings.contentService.fileUploadSizeLimit, or large uploads get 413
{{- end }}
{{- if lt (default 500 $content.apiMaxItemCount | int) (int $content.apiDefaultItemCount) }}
settings.contentService.apiMaxItemCount: must not be below apiDefaultItemCount
{{- end }}
{{- if not $secrets.existingSecret }}
{{- /* The program takes the word null for no value, as in existing files of environments. */}}
{{- $none := list "" "null" }}
{{- if and $content.mailHost (ne (has (trim (default "" $content.mailUsername)) $none) (has (trim (default "" $secrets.mailPassword)) $none)) }}
settings.contentService.mailUsername: needs secrets.mailPassword, and the other way round
{{- end }}
{{- if ne (empty $secrets.awsAccessKeyId) (empty $secrets.awsSecretAccessKey) }}
secrets.awsAccessKeyId: needs secrets.awsSecretAccessKey, and the other way round
{{- end }}
{{- end }}
{{- /* Beside a route, the Ingress may lead from other hosts. */}}
{{- if and .Values.ingress.enabled (not .Values.httpRoute.enabled) }}
{{- /* A host such as *.example stands for one more label. */}}
{{- $host := (urlParse $settings.shared.baseUrl).hostname | lower }}
{{- $wildcard := printf "*.%s" (splitList "." $host | rest | join ".") }}
{{- if not (or (has $host .Values.ingress.hosts) (has $wildcard .Values.ingress.hosts)) }}
ingress.hosts: must have the host of settings.shared.baseUrl, {{ $host }}
{{- end }}
{{- end }}
{{- end -}}

{{/* Labels and annotations that the chart sets itself: a second one with the same key is no valid YAML. Called with path, given and, for some, own: one more such key. */}}
{{- define "almanac.keyFaults" -}}
{{- range $key, $text := .given }}
{{- if or (eq $key (default "" $.own)) (regexMatch "^(app\\.kubernetes\\.io/(name|instance|version|component|managed-by)|helm\\.sh/(chart|hook.*)|almanac/job|checksum/(settings|secrets))$" $key) }}
{{ $.path }}.{{ $key }}: must not be given, because the chart sets it
{{- end }}
{{- end }}
{{- end -}}

{{/* Requests above limits. Called with path and resources. */}}
{{- define "almanac.resourceFaults" -}}
{{- $resources := default dict .resources -}}
{{- $limits := default dict $resources.limits -}}
{{- range $name, $request := $resources.requests }}
{{- if hasKey $limits $name }}
{{- if gt (include "almanac.amount" $request | float64) (include "almanac.amount" (get $limits $name) | float64) }}
{{ $.path }}.resources.requests.{{ $name }}: must not be above its limit
{{- end }}
{{- end }}
{{- end }}
{{- end -}}

{{/* A quantity of Kubernetes as a number: 512Mi, 1.5, 200m. */}}
{{- define "almanac.amount" -}}
{{- $factors := dict "m" 0.001 "k" 1e3 "M" 1e6 "G" 1e9 "T" 1e12 "P" 1e15 "Ki" 1024 "Mi" 1048576 "Gi" 1073741824 "Ti" 1099511627776 "Pi" 1125899906842624 -}}
{{- $text := toString . -}}
{{- $unit := regexFind "(m|[KMGTP]i|[kMGTP])$" $text -}}
{{- mulf (trimSuffix $unit $text | float64) (get $factors $unit | default 1) -}}
{{- end -}}
