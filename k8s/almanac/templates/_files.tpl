{{/*
A program with a file store: its Service, its Deployment and, unless existingClaim names one, the claim of its volume. A bucket
(storageUrl: s3:…) needs no volume.
Called with the dict of _app.tpl and claim: the name of the new claim.
*/}}
{{- define "almanac.app.withFiles" -}}
{{- $app := . -}}
{{- $persistence := (index .root.Values .key).persistence -}}
{{- $claim := $persistence.existingClaim | default .claim -}}
{{- $isBucket := hasPrefix "s3:" (index .root.Values.settings .key).storageUrl -}}
{{- $hasVolume := and $persistence.enabled (not $isBucket) -}}
{{- $isShared := and $persistence.enabled (has "ReadWriteMany" $persistence.accessModes) -}}
{{- if and (include "almanac.app.hasSeveral" .) (not (or $isBucket $isShared)) -}}
{{- fail (printf "%s: several pods need files that all of them reach: a bucket as storageUrl, or persistence.accessModes with ReadWriteMany" .key) -}}
{{- end -}}
{{- if $isBucket }}
{{- else if $persistence.enabled }}
{{- $_ := set $app "files" (dict "persistentVolumeClaim" (dict "claimName" $claim)) }}
{{- /* Only one node can mount such a volume. A new pod on another node would wait for ever, so the old pod stops first. */}}
{{- if include "almanac.app.isNodeBound" . }}
{{- $_ := set $app "strategy" (dict "type" "Recreate") }}
{{- end }}
{{- else if include "almanac.app.losesFiles" . }}
{{- $_ := set $app "files" (dict "emptyDir" dict) }}
{{- end -}}
{{ include "almanac.app.program" $app }}
{{- if and $hasVolume (not $persistence.existingClaim) }}
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: {{ $claim }}
  labels: {{- include "almanac.app.labels" $app | nindent 4 }}
  annotations:
    # Uploaded files outlive `helm uninstall`, as the database does.
    helm.sh/resource-policy: keep
    {{- with $persistence.annotations }}{{ toYaml . | nindent 4 }}{{ end }}
spec:
  accessModes: {{- toYaml $persistence.accessModes | nindent 4 }}
  {{- with $persistence.storageClassName }}
  storageClassName: {{ . }}
  {{- end }}
  resources:
    requests:
      storage: {{ $persistence.size }}
{{- end }}
{{- end -}}

{{/* The folder in a program's storageUrl. */}}
{{- define "almanac.app.filesFolder" -}}
{{- (urlParse (index .root.Values.settings .key).storageUrl).path -}}
{{- end -}}

{{/* Not empty when the files are on a volume that a single node mounts. */}}
{{- define "almanac.app.isNodeBound" -}}
{{- $persistence := (index .root.Values .key).persistence -}}
{{- $isBucket := hasPrefix "s3:" (index .root.Values.settings .key).storageUrl -}}
{{- if and $persistence.enabled (not $isBucket) (not (has "ReadWriteMany" $persistence.accessModes)) }}true{{ end -}}
{{- end -}}

{{/* Not empty when the files are in the pod itself. */}}
{{- define "almanac.app.losesFiles" -}}
{{- $isBucket := hasPrefix "s3:" (index .root.Values.settings .key).storageUrl -}}
{{- if not (or $isBucket (index .root.Values .key).persistence.enabled) }}true{{ end -}}
{{- end -}}
