#!/bin/sh
# Prints Alertmanager's configuration as JSON (which is also YAML). Recipients: ALERT_MAIL, through the relay ALERT_SMTP (host:port)
# from ALERT_FROM, optionally with ALERT_SMTP_USER and ALERT_SMTP_PASSWORD, with TLS unless ALERT_SMTP_TLS=0; and ALERT_WEBHOOK.
set -eu

quoted() { printf '"%s"' "$(printf '%s' "$1" | sed 's/[\\"]/\\&/g')"; }

mails=
if [ -n "${ALERT_MAIL:-}" ]; then
  if [ -z "${ALERT_SMTP:-}" ] || [ -z "${ALERT_FROM:-}" ]; then
    echo "ALERT_MAIL needs ALERT_SMTP (host:port of a mail relay) and ALERT_FROM (docs/operations.md, Monitoring)." >&2
    exit 78
  fi
  mails="{\"to\":$(quoted "$ALERT_MAIL"),\"from\":$(quoted "$ALERT_FROM"),\"smarthost\":$(quoted "$ALERT_SMTP"),\"send_resolved\":true"
  [ "${ALERT_SMTP_TLS:-1}" = 0 ] && mails="$mails,\"require_tls\":false"
  [ -n "${ALERT_SMTP_USER:-}" ] && mails="$mails,\"auth_username\":$(quoted "$ALERT_SMTP_USER"),\"auth_password\":$(quoted "${ALERT_SMTP_PASSWORD:-}")"
  mails="$mails}"
fi
hooks=
[ -n "${ALERT_WEBHOOK:-}" ] && hooks="{\"url\":$(quoted "$ALERT_WEBHOOK"),\"send_resolved\":true}"
if [ -z "$mails$hooks" ]; then
  echo "NO RECEIVER OF ALERTS: set ALERT_MAIL, ALERT_SMTP and ALERT_FROM, or ALERT_WEBHOOK (docs/operations.md, Monitoring)." >&2
fi
printf '{"route":{"receiver":"people","group_by":["alertname","job"],"group_wait":"30s","group_interval":"5m","repeat_interval":"4h"},'
printf '"receivers":[{"name":"people","email_configs":[%s],"webhook_configs":[%s]}]}\n' "$mails" "$hooks"
