-- Tries that are counted, at logins and sign-ups, each with all that it is counted by. A minute's worth of them means
-- nothing an hour later: those of before are let go.
drop table login_failures;

create table attempts (
  kind text not null,
  -- The thing that it is a try at: a phone, an administrator's name, a mailbox.
  account text not null,
  -- The name that was tried for a phone.
  guess text,
  -- The network that it came from, or that it came from a device that the account knows.
  origin text not null,
  at timestamptz not null,
  constraint attempts_kind_check check (kind in ('login', 'admin_login', 'code_request', 'code'))
);
create index attempts_account_idx on attempts (account, at);
create index attempts_origin_idx on attempts (origin, at);
create index attempts_guess_idx on attempts (guess, at) where guess is not null;
create index attempts_kind_idx on attempts (kind, at);

-- Codes are kept as keyed hashes from now on: those of before fit none.
update email_codes set ended_at = requested_at where ended_at is null;
