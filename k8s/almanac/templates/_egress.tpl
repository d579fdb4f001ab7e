{{/* Connections that pods open. A rule has ports, since policies know no host names, and the peers that networkPolicy.egress names. */}}

{{/* The port of a URL. The client of PostgreSQL prefers the parameter. */}}
{{- define "almanac.egress.port" -}}
{{- $ports := dict "http" "80" "https" "443" "postgres" "5432" "postgresql" "5432" "redis" "6379" "rediss" "6379" -}}
{{- $host := regexReplaceAll "^[a-z]+://([^/?#]*@)?([^/?#]*).*$" . "${2}" -}}
{{- $parameter := regexFind "^postgres.*" . | regexFind "[?].*" | regexFind "[?&]port=[0-9]+" | regexFind "[0-9]+" -}}
{{- $parameter | default (regexFind ":[0-9]+$" $host | trimPrefix ":") | default (get $ports (regexFind "^[a-z]+" .)) -}}
{{- end -}}

{{/* The address of a bucket's server, Amazon's without an endpoint; nothing for a folder. */}}
{{- define "almanac.egress.s3" -}}
{{- if hasPrefix "s3:" . -}}
{{- $endpoint := regexReplaceAll "^.*[?&]endpoint=([^&#]+).*$" . "${1}" -}}
{{- $decoded := regexReplaceAll "(?i)%2f" (regexReplaceAll "(?i)%3a" $endpoint ":") "/" -}}
{{- hasPrefix "s3:" $endpoint | ternary "https://amazon" $decoded -}}
{{- end -}}
{{- end -}}

{{/*
The addresses that each pod connects to, by their name in networkPolicy.egress. `programs` are those of the release, unless a setting gives
another address. existingSecret hides its addresses, so they count as PostgreSQL and Redis at their usual ports.
*/}}
{{- define "almanac.egress.addresses" -}}
{{- $settings := .Values.settings -}}
{{- $secrets := .Values.secrets -}}
{{- $isHidden := not (empty $secrets.existingSecret) -}}
{{- $databases := dict "content" $secrets.databaseUrl "calendar" $secrets.calendarDatabaseUrl -}}
{{- if $isHidden }}{{ $databases = dict "content" "postgres://" "calendar" "postgres://" }}{{ end -}}
{{- $redis := list (ternary "redis://" $secrets.redisUrl $isHidden) -}}
{{- $collector := list $settings.shared.otelExporterOtlpEndpoint -}}
{{- $files := list (include "almanac.egress.s3" $settings.contentService.storageUrl) -}}
{{- $images := list (include "almanac.egress.s3" $settings.calendarService.storageUrl) -}}
{{- $mail := "" -}}
{{- with $settings.contentService.mailHost }}{{ $mail = printf "smtp://%s:%d" . (default 587 $settings.contentService.mailPort | int) }}{{ end -}}
{{- toYaml (dict
  "gateway" (dict
    "programs" (dict "contentService" $settings.gateway.contentUrl "calendarService" $settings.gateway.calendarUrl)
    "collector" $collector)
  "content-service" (dict
    "programs" (dict "calendarService" $settings.contentService.calendarUrl)
    "database" (list $databases.content $secrets.databaseReadUrl)
    "redis" $redis "files" $files "mail" (list $mail) "collector" $collector "web" true)
  "calendar-service" (dict
    "programs" (dict "contentService" $settings.calendarService.contentUrl)
    "database" (list $databases.calendar $secrets.calendarDatabaseReadUrl)
    "redis" $redis "files" $images "geocoder" (list $settings.calendarService.geocoderUrl) "collector" $collector "web" true)
  "content-service-migrate" (dict "database" (list $databases.content))
  "calendar-service-migrate" (dict "database" (list $databases.calendar))
  "backup" (dict
    "database" (values $databases | sortAlpha)
    "files" (concat $files $images (list (include "almanac.egress.s3" (default "" .Values.backup.url)))))
  "test" (dict "programs" (dict "gateway" ""))
) -}}
{{- end -}}

{{/* One rule. Called with ports, to and, for other than TCP, protocols. */}}
{{- define "almanac.egress.rule" -}}
- ports:
    {{- range $port := uniq .ports }}
    {{- range $protocol := $.protocols | default (list "TCP") }}
    - { port: {{ int $port }}, protocol: {{ $protocol }} }
    {{- end }}
    {{- end }}
  {{- with .to }}
  to: {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}

{{/* The rules of a pod. Called with root and pod: the name of its program or Job. */}}
{{- define "almanac.egress.rules" -}}
{{- $root := .root -}}
{{- $egress := $root.Values.networkPolicy.egress -}}
{{- $addresses := index (include "almanac.egress.addresses" $root | fromYaml) .pod -}}
{{- $elsewhere := list -}}
{{- /* A rule without ports would open all of them. */ -}}
{{ include "almanac.egress.rule" (dict "protocols" (list "UDP" "TCP") "ports" ($egress.dns.ports | default (list 53 5353)) "to" $egress.dns.to) }}
{{- range $key, $url := $addresses.programs }}
{{- if $url }}{{ $elsewhere = append $elsewhere $url }}{{ else }}
{{- $pods := dict "podSelector" (dict "matchLabels" (include "almanac.app.selector" (dict "root" $root "name" (kebabcase $key)) | fromYaml)) }}
{{ include "almanac.egress.rule" (dict "ports" (list (index $root.Values.settings $key "port")) "to" (list $pods)) }}
{{- end }}
{{- end }}
{{- range $name, $urls := merge (dict "services" $elsewhere) (omit $addresses "programs" "web") }}
{{- $ports := list }}
{{- range compact $urls }}{{ $ports = append $ports (include "almanac.egress.port" .) }}{{ end }}
{{- if $ports }}
{{- $destination := index $egress $name }}
{{ include "almanac.egress.rule" (dict "ports" ($destination.ports | default $ports) "to" $destination.to) }}
{{- end }}
{{- end }}
{{- if $addresses.web }}
{{- if $egress.web }}
{{ include "almanac.egress.rule" (dict "ports" (list 80 443 8080 8443) "to" (include "almanac.egress.public" . | fromYamlArray)) }}
{{- end }}
{{- with $egress.allowedHosts }}
- to: {{- toYaml . | nindent 4 }}
{{- end }}
{{- end }}
{{- with $egress.extra }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* The public Internet, as libs/outgoing defines it. */}}
{{- define "almanac.egress.public" -}}
- ipBlock:
    cidr: 0.0.0.0/0
    except:
      - 0.0.0.0/8
      - 10.0.0.0/8
      - 100.64.0.0/10
      - 127.0.0.0/8
      - 168.63.129.16/32
      - 169.254.0.0/16
      - 172.16.0.0/12
      - 192.0.0.0/24
      - 192.0.2.0/24
      - 192.168.0.0/16
      - 198.18.0.0/15
      - 198.51.100.0/24
      - 203.0.113.0/24
      - 224.0.0.0/3
- ipBlock:
    cidr: 2000::/3
    except: [2001::/32, '2001:db8::/32', 2002::/16, 3fff::/20]
{{- end -}}
