{{/* Called with the dict of _app.tpl; files is the volume of the file store, for programs that have one. */}}
{{- define "almanac.app.deployment" -}}
{{- $root := .root -}}
{{- $app := index $root.Values .key -}}
{{- $fullname := include "almanac.app.fullname" . -}}
{{- $volumes := list (dict "name" "tmp" "emptyDir" (dict "sizeLimit" $app.tmpSize)) -}}
{{- with .files }}{{ $volumes = append $volumes (merge (dict "name" "files") .) }}{{ end -}}
{{- $volumes = concat $volumes $app.extraVolumes -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ $fullname }}
  labels: {{- include "almanac.app.labels" . | nindent 4 }}
spec:
  {{- if not $app.autoscaling.enabled }}
  replicas: {{ $app.replicas }}
  {{- end }}
  revisionHistoryLimit: {{ $root.Values.revisionHistoryLimit }}
  strategy:
    {{- .strategy | default (dict "type" "RollingUpdate" "rollingUpdate" (dict "maxUnavailable" 0 "maxSurge" 1)) | toYaml | nindent 4 }}
  selector:
    matchLabels: {{- include "almanac.app.selector" . | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "almanac.app.podLabels" . | nindent 8 }}
        {{- with $app.podLabels }}{{ toYaml . | nindent 8 }}{{ end }}
      annotations:
        # Programs read settings only at start, so changed settings need new pods.
        checksum/settings: {{ include "almanac.app.settings" . | sha256sum }}
        checksum/secrets: {{ include "almanac.app.secretsChecksum" . }}
        {{- with $app.podAnnotations }}{{ toYaml . | nindent 8 }}{{ end }}
    spec:
      {{- include "almanac.podSecurity" $root | nindent 6 }}
      serviceAccountName: {{ include "almanac.app.accountName" . }}
      {{- with $root.Values.imagePullSecrets }}
      imagePullSecrets: {{- toYaml . | nindent 8 }}
      {{- end }}
      # Longer than the delay (at most 10 s), running requests (20 s), clean-up (15 s) and the last traces (2 s) together.
      terminationGracePeriodSeconds: 50
      containers:
        - name: {{ .name }}
          image: {{ include "almanac.app.image" . }}
          imagePullPolicy: {{ $root.Values.image.pullPolicy }}
          {{- include "almanac.containerSecurity" $root | nindent 10 }}
          {{- include "almanac.app.environment" (dict "root" $root "key" .key "configMap" $fullname "secret" (include "almanac.secretName" $root)) | nindent 10 }}
          ports:
            - name: http
              containerPort: {{ index $root.Values.settings .key "port" }}
            {{- with $root.Values.settings.shared.metricsPort }}
            - name: metrics
              containerPort: {{ . }}
            {{- end }}
          startupProbe:
            httpGet: { path: /healthz, port: http }
            periodSeconds: 2
            timeoutSeconds: 3
            failureThreshold: 60
          livenessProbe:
            httpGet: { path: /healthz, port: http }
            periodSeconds: 10
            timeoutSeconds: 3
            failureThreshold: 3
          # The time-out is longer than those of the program's own checks, two seconds each.
          readinessProbe:
            httpGet: { path: /readyz, port: http }
            periodSeconds: 5
            timeoutSeconds: 5
            failureThreshold: 2
          resources: {{- include "almanac.resources" (dict "resources" $app.resources "volumes" $volumes) | nindent 12 }}
          volumeMounts:
            - name: tmp
              mountPath: /tmp
            {{- if .files }}
            - name: files
              mountPath: {{ include "almanac.app.filesFolder" . }}
            {{- end }}
            {{- with $app.extraVolumeMounts }}{{ toYaml . | nindent 12 }}{{ end }}
      volumes: {{- toYaml $volumes | nindent 8 }}
      {{- include "almanac.app.spread" . | nindent 6 }}
      {{- with include "almanac.app.placement" . | trim }}{{ nindent 6 . }}{{ end }}
{{- end -}}
