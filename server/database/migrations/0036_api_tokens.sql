-- Compatible from 0025: an older program knows no tokens, and lets nobody in with one.

-- Keys of other programs, each for the calls of its scopes.
create table api_tokens (
  id integer generated always as identity constraint api_tokens_pkey primary key,
  name text not null,
  -- SHA-256 of the token, which is told once and kept nowhere.
  token_hash bytea not null constraint api_tokens_token_hash_key unique,
  scopes text[] not null,
  -- Null for one that lasts until it is revoked.
  expires_at timestamptz,
  created_at timestamptz not null,
  -- The name at that time; the account may be gone later.
  created_by text not null,
  last_used_at timestamptz
);

-- Wrong tokens are counted as wrong passwords are.
alter table attempts drop constraint attempts_kind_check;
alter table attempts add constraint attempts_kind_check
  check (kind in ('login', 'admin_login', 'code_request', 'code', 'admin_code', 'api_token'));

-- For the processes that remember it: `api_token 5`. That it was used changes nothing of what it may do.
create function notify_token_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('fairslot_changed', 'api_token ' || old.id);
  return null;
end $$;
create trigger api_tokens_ended after delete on api_tokens
  for each row execute function notify_token_changed();
create trigger api_tokens_changed after update of name, token_hash, scopes, expires_at on api_tokens
  for each row execute function notify_token_changed();
