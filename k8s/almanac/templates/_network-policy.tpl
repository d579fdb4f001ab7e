{{/* Connections to the pods of a program. Called with the dict of _app.tpl; `callers` names the programs that may connect, absent for everybody. */}}
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
  policyTypes: [Ingress]
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
{{- end }}
{{- end -}}
