{{/* ConfigMap and Service of a program. Called with the dict of _app.tpl. */}}
{{- define "almanac.app.service" -}}
{{- $service := (index .root.Values .key).service -}}
apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ include "almanac.app.fullname" . }}
  labels: {{- include "almanac.app.labels" . | nindent 4 }}
data: {{- include "almanac.app.settings" . | nindent 2 }}
---
apiVersion: v1
kind: Service
metadata:
  name: {{ include "almanac.app.fullname" . }}
  labels: {{- include "almanac.app.labels" . | nindent 4 }}
  {{- with $service.annotations }}
  annotations: {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  # Only the gateway may have another type: the services must not be reachable from outside, because of their /internal routes.
  type: {{ default "ClusterIP" $service.type }}
  selector: {{- include "almanac.app.selector" . | nindent 4 }}
  ports:
    - name: http
      port: {{ $service.port }}
      targetPort: http
{{- if and (ne .key "gateway") (include "almanac.app.hasSeveral" .) }}
---
# Its name stands for the addresses of all pods that are ready, over which the gateway balances.
apiVersion: v1
kind: Service
metadata:
  name: {{ include "almanac.app.fullname" . }}-pods
  labels: {{- include "almanac.app.labels" . | nindent 4 }}
spec:
  type: ClusterIP
  clusterIP: None
  selector: {{- include "almanac.app.selector" . | nindent 4 }}
  ports:
    - name: http
      port: {{ index .root.Values.settings .key "port" }}
      targetPort: http
{{- end }}
{{- end -}}
