-- Decisions are sent immediately: no account has a delay any more.
alter table admins drop column decision_delay;
