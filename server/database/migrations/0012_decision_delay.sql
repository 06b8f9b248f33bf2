-- Whether an administrator's decisions wait in the browser for a moment before they are sent, so that they can be taken back.
alter table admins add column decision_delay boolean not null default true;
