{{/* Connections to the pods of a program, and from them. Called with the dict of _app.tpl; `callers` names the programs that may connect, absent for everybody. */}}
{{- define "almanac.app.networkPolicy" -}}
{{- $policy := .root.Values.networkPolicy -}}
{{- if $policy.enabled }}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: {{ include "almanac.app.fullname" . }}
  labels: {{- include "almanac.app.labels" . | nindent 4 }}
spec:
  podSelector:
    matchLabels: {{- include "almanac.app.selector" . | nindent 6 }}
  policyTypes: [Ingress{{ if $policy.egress.enabled }}, Egress{{ end }}]
  ingress:
    - ports:
        - port: http
      {{- with .callers }}
      from:
        {{- range $name := . }}
        - podSelector:
            matchLabels: {{- include "almanac.app.selector" (dict "root" $.root "name" $name) | nindent 14 }}
        {{- end }}
      {{- end }}
    {{- if and .root.Values.settings.shared.metricsPort $policy.metricsFrom }}
    - ports:
        - port: metrics
      from: {{- toYaml $policy.metricsFrom | nindent 8 }}
    {{- end }}
  {{- if $policy.egress.enabled }}
  egress: {{- include "almanac.egress.rules" (dict "root" .root "pod" .name) | nindent 4 }}
  {{- end }}
{{- end }}
{{- end -}}

{{/* Connections from the pod of a Job or a test. Called with root, job: its name, and annotations. */}}
{{- define "almanac.job.networkPolicy" -}}
{{- $policy := .root.Values.networkPolicy -}}
{{- if and $policy.enabled $policy.egress.enabled }}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: {{ include "almanac.fullname" .root }}-{{ .job }}
  labels: {{- include "almanac.labels" .root | nindent 4 }}
  {{- with .annotations }}
  annotations: {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  podSelector:
    matchLabels:
      app.kubernetes.io/name: {{ default .root.Chart.Name .root.Values.nameOverride }}
      app.kubernetes.io/instance: {{ .root.Release.Name }}
      almanac/job: {{ .job }}
  policyTypes: [Egress]
  egress: {{- include "almanac.egress.rules" (dict "root" .root "pod" .job) | nindent 4 }}
{{- end }}
{{- end -}}
