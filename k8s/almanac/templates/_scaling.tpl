{{/* Not empty when the program runs, or may run, as several pods. Called with the dict of _app.tpl, like all of this file. */}}
{{- define "almanac.app.hasSeveral" -}}
{{- $app := index .root.Values .key -}}
{{- if $app.autoscaling.enabled }}{{ if gt (int $app.autoscaling.maxReplicas) 1 }}true{{ end }}{{ else if gt (int $app.replicas) 1 }}true{{ end -}}
{{- end -}}

{{/* Pods of a program run on different nodes and in different zones where that is possible. */}}
{{- define "almanac.app.spread" -}}
{{- $own := (index .root.Values .key).topologySpreadConstraints -}}
{{- if $own -}}
topologySpreadConstraints: {{- toYaml $own | nindent 2 }}
{{- else if include "almanac.app.hasSeveral" . -}}
topologySpreadConstraints:
  {{- range $key := list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
  - topologyKey: {{ $key }}
    maxSkew: 1
    whenUnsatisfiable: ScheduleAnyway
    labelSelector:
      matchLabels: {{- include "almanac.app.selector" $ | nindent 8 }}
  {{- end }}
{{- end -}}
{{- end -}}

{{/*
Where the pods of a program run, and with what priority: those of its Deployment and of Jobs with its image. Called with `near` (selectors), the
pods stay beside these where that is possible; the program's own affinity comes first.
*/}}
{{- define "almanac.app.placement" -}}
{{- $app := index .root.Values .key -}}
{{- with $app.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with $app.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with $app.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- if $app.affinity }}
affinity: {{- toYaml $app.affinity | nindent 2 }}
{{- else if .near }}
affinity:
  podAffinity:
    preferredDuringSchedulingIgnoredDuringExecution:
      {{- range .near }}
      - weight: 100
        podAffinityTerm:
          topologyKey: kubernetes.io/hostname
          labelSelector:
            matchLabels: {{- . | nindent 14 }}
      {{- end }}
{{- end }}
{{- end -}}

{{/*
Labels and annotations of a pod that no Service may select: it has no component's label. Called with the dict of _app.tpl and job: a name by
which its NetworkPolicy selects it.
*/}}
{{- define "almanac.app.jobMetadata" -}}
{{- $app := index .root.Values .key -}}
labels:
  {{- include "almanac.labels" .root | nindent 2 }}
  almanac/job: {{ .job }}
  {{- with $app.podLabels }}{{ toYaml . | nindent 2 }}{{ end }}
{{- with $app.podAnnotations }}
annotations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* A budget for a single pod would only keep nodes from being emptied, so it needs several. */}}
{{- define "almanac.app.scaling" -}}
{{- $app := index .root.Values .key -}}
{{- $fullname := include "almanac.app.fullname" . -}}
{{- if include "almanac.app.hasSeveral" . }}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: {{ $fullname }}
  labels: {{- include "almanac.app.labels" . | nindent 4 }}
spec:
  maxUnavailable: {{ $app.podDisruptionBudget.maxUnavailable }}
  # A pod that does not become ready must not block the emptying of its node.
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels: {{- include "almanac.app.selector" . | nindent 6 }}
{{- end }}
{{- if $app.autoscaling.enabled }}
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: {{ $fullname }}
  labels: {{- include "almanac.app.labels" . | nindent 4 }}
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: {{ $fullname }}
  minReplicas: {{ $app.autoscaling.minReplicas }}
  maxReplicas: {{ $app.autoscaling.maxReplicas }}
  metrics:
    - type: Resource
      resource:
        name: cpu
        target:
          type: Utilization
          averageUtilization: {{ $app.autoscaling.targetCpuUtilization }}
{{- end }}
{{- end -}}
