-- A mail is kept as the facts that it is made from, and its row is all that posting it costs: jobs are made later, of rows
-- that have none. A program of before posts texts, and does not know the queue of these jobs.
-- Compatible from 0025
alter table mails
  alter column text drop not null,
  alter column html drop not null,
  -- As JSON; null for mails of before, whose texts stand beside, and once nothing of it may stay.
  add column facts jsonb,
  add column has_job boolean not null default false,
  -- Made where the row is, which costs the database nothing.
  add column search_key text;

update mails set search_key = search_key(to_address || chr(31) || subject);
alter table mails alter column search_key set not null;

-- The list of mails is counted, searched and turned by what is in this index alone.
drop index mails_created_idx;
create index mails_listed_idx on mails (created_at desc, id desc) include (status, search_key);
-- The last of them says whether mails leave, to everybody who prepares an event.
create index mails_test_idx on mails (id) where kind = 'test';

-- Asked several times a second for those without a job, and almost always empty.
create index mails_queued_idx on mails (has_job, id) where status = 'queued';

-- A sign-up code is a secret until it is used and worth nothing afterwards, so that a reader of the table must not find it;
-- and of a member who has been erased nothing stays. Whichever program writes, of whichever release.
create function forget_mail() returns trigger language plpgsql as $$
begin
  new.facts := null;
  new.text := '';
  new.html := '';
  new.calendar := null;
  new.calendar_method := null;
  if new.erase_when_done then
    new.to_address := '';
    new.search_key := search_key(new.subject);
  end if;
  return new;
end $$;
create trigger mails_forget before update of status, erase_when_done on mails
  for each row when (new.status <> 'queued' and (new.erase_when_done or new.kind = 'verification_code'))
  execute function forget_mail();

-- For mails that a program of before posts, and those that are sent once more to another address.
create function key_mail() returns trigger language plpgsql as $$
begin
  new.search_key := search_key(new.to_address || chr(31) || new.subject);
  return new;
end $$;
create trigger mails_posted before insert on mails
  for each row when (new.search_key is null) execute function key_mail();
create trigger mails_readdressed before update of to_address on mails
  for each row when (new.to_address <> old.to_address) execute function key_mail();
