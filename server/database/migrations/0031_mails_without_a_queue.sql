-- A mail's row is its own job. What a program of before has marked
-- with has_job is sent by whoever is first, under the same locks. The schema pgboss is left to those programs.
-- Compatible from 0025
alter table mails add column next_try_at timestamptz not null default '-infinity';

drop index mails_queued_idx;
create index mails_queued_idx on mails (id) where status = 'queued';
