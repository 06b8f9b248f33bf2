-- Compatible from 0025: what is added may be missing, and an earlier program neither shows nor writes it.
-- Null where the event uses the standard notice.
alter table settings add column privacy_notice text;

-- The link in a mail about an erasure is a secret as a sign-up code is, and worth nothing once it has left.
drop trigger mails_forget on mails;
create trigger mails_forget before update of status, erase_when_done on mails
  for each row when (new.status <> 'queued' and (new.erase_when_done or new.kind in ('verification_code', 'erasure_link')))
  execute function forget_mail();
