{{/*
Resources of a container, with space on the node's disk unless they name some. Logs and folders count: the limit is the size of all folders and
1 GiB for logs. There is none beside a folder that may grow. Called with resources, and volumes: those of the pod.
*/}}
{{- define "almanac.resources" -}}
{{- $given := default dict .resources -}}
{{- $requests := default dict $given.requests -}}
{{- $limits := default dict $given.limits -}}
{{- if not (or (hasKey $requests "ephemeral-storage") (hasKey $limits "ephemeral-storage")) -}}
{{- $requests = merge (dict "ephemeral-storage" "256Mi") $requests -}}
{{- $mebibytes := 1024 -}}
{{- $mayGrow := false -}}
{{- range .volumes -}}
{{- if and (hasKey . "emptyDir") (ne "Memory" (dig "medium" "" (default dict .emptyDir))) -}}
{{- $size := include "almanac.mebibytes" (default dict .emptyDir).sizeLimit -}}
{{- if $size }}{{ $mebibytes = add $mebibytes (int64 $size) }}{{ else }}{{ $mayGrow = true }}{{ end -}}
{{- end -}}
{{- end -}}
{{- if not $mayGrow }}{{ $limits = merge (dict "ephemeral-storage" (printf "%dMi" $mebibytes)) $limits }}{{ end -}}
{{- end -}}
{{- toYaml (dict "requests" $requests "limits" $limits) -}}
{{- end -}}

{{/* A quantity in whole MiB, rounded up; nothing for no quantity. */}}
{{- define "almanac.mebibytes" -}}
{{- $text := include "almanac.settingText" . -}}
{{- $number := regexFind "^[0-9]+(\\.[0-9]+)?" $text -}}
{{- $bytes := dict "" 1 "m" 0.001 "k" 1e3 "M" 1e6 "G" 1e9 "T" 1e12 "P" 1e15 "Ki" 1024 "Mi" 1048576 "Gi" 1073741824 "Ti" 1099511627776 "Pi" 1125899906842624 -}}
{{- $unit := trimPrefix $number $text -}}
{{- if and $number (hasKey $bytes $unit) }}{{ divf (mulf $number (get $bytes $unit)) 1048576 | ceil | int64 }}{{ end -}}
{{- end -}}
