{{- define "routine-desk.name" -}}
{{- printf "%s-routine-desk" .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{- define "routine-desk.labels" -}}
app.kubernetes.io/name: routine-desk
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end -}}

{{- define "routine-desk.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}

{{/* What every pod of this chart is: nobody, nothing writable, no token of the cluster. */}}
{{- define "routine-desk.pod" -}}
automountServiceAccountToken: false
securityContext:
  runAsNonRoot: true
  runAsUser: 65534
  runAsGroup: 65534
  seccompProfile:
    type: RuntimeDefault
volumes:
  - name: secrets
{{- if .Values.secrets.existingSecret }}
    secret:
      secretName: {{ .Values.secrets.existingSecret }}
      defaultMode: 0444
{{- else }}
    emptyDir: {}
{{- end }}
{{- end -}}

{{- define "routine-desk.container" -}}
image: {{ include "routine-desk.image" . | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
volumeMounts:
  - name: secrets
    mountPath: /secrets
    readOnly: true
{{- end -}}

{{- define "routine-desk.environment" -}}
env:
  - name: ROUTINE_LOG_FORMAT
    value: json
  - name: ROUTINE_DATABASE_URL
    value: {{ required "database.url is required: postgres://user@host:5432/database" .Values.database.url | quote }}
  - name: PGPASSWORD
    valueFrom:
      secretKeyRef:
        name: {{ required "database.passwordSecret is required: the name of an existing Secret with the key password" .Values.database.passwordSecret }}
        key: password
{{- end -}}

{{- define "routine-desk.probes" -}}
startupProbe:
  httpGet: { path: /healthz, port: http }
  periodSeconds: 2
  failureThreshold: 30
livenessProbe:
  httpGet: { path: /healthz, port: http }
  periodSeconds: 10
  failureThreshold: 6
readinessProbe:
  httpGet: { path: /readyz, port: http }
  periodSeconds: 5
{{- end -}}
