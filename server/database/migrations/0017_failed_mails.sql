-- Every administrator's screen asks each half minute which mails did not arrive: few of many.
create index mails_failed_idx on mails (id) where status = 'failed';

-- When a mail was last sent once more: nobody gets it twice in a minute, and those that were sent again together are
-- followed by it.
alter table mails add column resent_at timestamptz;
create index mails_resent_idx on mails (resent_at) where resent_at is not null;
