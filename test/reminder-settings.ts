export const REMINDERS_ON = {
  reminders: true,
  reminder_evening: true,
  reminder_before: true,
  reminder_minutes: 20,
  reminders_by_mail: true,
  request_alerts: true,
  undecided_mails: true,
  request_alert_hours: 2,
  request_hours_from: '09:00',
  request_hours_until: '18:00',
}
