-- Compatible from 0025: what earlier programs do not know, they neither read nor need; their approvals push nothing.

-- Which events are pushed to the phones of members who allowed it; without the first none is.
alter table settings
  add column push_enabled boolean not null default true,
  add column push_approved boolean not null default true,
  add column push_rejected boolean not null default true,
  add column push_moved boolean not null default true,
  add column push_reminder boolean not null default true;

-- One browser on one device, and the member whose news it shows.
create table push_subscriptions (
  id integer generated always as identity constraint push_subscriptions_pkey primary key,
  member_id integer not null constraint push_subscriptions_member_fkey references members on delete cascade,
  -- SHA-256 of the address: a browser has one, and it is one member's at a time.
  endpoint_hash bytea not null constraint push_subscriptions_endpoint_key unique,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  -- The service's public key that the browser has subscribed to; another one reaches it no more.
  server_key text not null,
  -- The hash of the token of the session in which it was allowed: the logout of that device ends it. A session that merely
  -- expires does not, or nobody who signed up a fortnight before the show would be reminded.
  session_hash bytea not null,
  created_at timestamptz not null
);
create index push_subscriptions_member_idx on push_subscriptions (member_id);
create index push_subscriptions_session_idx on push_subscriptions (session_hash);

-- What is told to one device, written in the transaction of what it tells.
create table pushes (
  id integer generated always as identity constraint pushes_pkey primary key,
  subscription_id integer not null
    constraint pushes_subscription_fkey references push_subscriptions on delete cascade,
  -- The fact that it tells: the same fact is told to one device once.
  fact text not null,
  payload text not null,
  is_urgent boolean not null,
  status text not null default 'queued' constraint pushes_status check (status in ('queued', 'sent', 'failed')),
  attempts integer not null default 0,
  last_error text,
  created_at timestamptz not null,
  -- When it is sent, or tried again; while one process sends it, when another one may.
  due_at timestamptz not null,
  expires_at timestamptz not null,
  constraint pushes_fact_key unique (subscription_id, fact)
);
create index pushes_due_idx on pushes (due_at, id) where status = 'queued';
