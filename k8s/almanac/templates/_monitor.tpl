{{/*
A ServiceMonitor with a headless Service of its own, so that the Service for callers never publishes the metrics. Called with the dict of _app.tpl.
*/}}
{{- define "almanac.app.monitor" -}}
{{- $monitor := .root.Values.serviceMonitor -}}
{{- if $monitor.enabled }}
{{- if not .root.Values.settings.shared.metricsPort }}{{ fail "serviceMonitor needs settings.shared.metricsPort" }}{{ end }}
{{- $name := printf "%s-metrics" (include "almanac.app.fullname" .) }}
---
apiVersion: v1
kind: Service
metadata:
  name: {{ $name }}
  labels:
    {{- include "almanac.app.labels" . | nindent 4 }}
    almanac/metrics: 'true'
spec:
  type: ClusterIP
  clusterIP: None
  selector: {{- include "almanac.app.selector" . | nindent 4 }}
  ports:
    - name: metrics
      port: {{ .root.Values.settings.shared.metricsPort }}
      targetPort: metrics
---
apiVersion: monitoring.coreos.com/v1
kind: ServiceMonitor
metadata:
  name: {{ $name }}
  labels:
    {{- include "almanac.app.labels" . | nindent 4 }}
    {{- with $monitor.labels }}{{ toYaml . | nindent 4 }}{{ end }}
spec:
  selector:
    matchLabels:
      {{- include "almanac.app.selector" . | nindent 6 }}
      almanac/metrics: 'true'
  endpoints:
    - port: metrics
      interval: {{ $monitor.interval }}
{{- end }}
{{- end -}}
