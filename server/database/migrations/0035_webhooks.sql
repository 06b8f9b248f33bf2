-- Compatible from 0025: whatever an older program does to a reservation is told by the database itself.

-- Addresses of other programs that are told what happens to reservations.
create table webhooks (
  id integer generated always as identity constraint webhooks_pkey primary key,
  name text not null,
  url text not null,
  events text[] not null,
  is_on boolean not null,
  -- The secret that signs is derived from this and the secret of the installation: neither is worth anything alone.
  secret_salt bytea not null,
  -- The one before, which signs as well for a day.
  former_salt bytea,
  renewed_at timestamptz,
  created_at timestamptz not null,
  -- The name at that time; the account may be gone later.
  created_by text not null
);

-- What each of them is to be told: an order to send, written in the transaction of what it tells. Of a reservation it has
-- only the number, so that nothing personal stays here: the body is made when it is sent.
create table webhook_deliveries (
  id integer generated always as identity constraint webhook_deliveries_pkey primary key,
  webhook_id integer not null constraint webhook_deliveries_webhook_fkey references webhooks on delete cascade,
  -- The same for every webhook that is told of the same event, and for every try.
  event_id uuid not null,
  type text not null,
  reservation_id integer constraint webhook_deliveries_reservation_fkey references reservations on delete cascade,
  -- The entry of the history that it tells, of the events that have one.
  history_id integer,
  occurred_at timestamptz not null,
  status text not null default 'waiting',
  attempts integer not null default 0,
  -- Of one that is being sent it is when another process may take it over.
  next_try_at timestamptz not null default '-infinity',
  -- What came of the last try: the status of the answer, or why there was none.
  answer integer,
  failure text,
  done_at timestamptz,
  constraint webhook_deliveries_status_check check (status in ('waiting', 'delivered', 'failed', 'expired'))
);
-- Asked twice a second, and almost always empty.
create index webhook_deliveries_waiting_idx on webhook_deliveries (webhook_id, next_try_at, id) where status = 'waiting';
-- Those of one reservation in their order, and all that goes with it.
create index webhook_deliveries_reservation_idx on webhook_deliveries (reservation_id, webhook_id, id);
create index webhook_deliveries_webhook_idx on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_failed_idx on webhook_deliveries (webhook_id) where status = 'failed';

-- One event a change: every way in which a reservation changes writes its history, in whatever program.
create function enqueue_webhook_deliveries() returns trigger language plpgsql as $$
begin
  -- All that it costs an event without webhooks.
  if not exists (select from webhooks where is_on) then
    return null;
  end if;
  with told as materialized (
    select gen_random_uuid() as event_id, id as history_id, reservation_id, at,
      case when action = 'create' then 'reservation.created'
        when action in ('approve', 'reject', 'approve_cancellation', 'reject_cancellation') then 'reservation.decided'
        when action = 'move' then 'reservation.moved'
        else 'reservation.cancelled' end as type
    from added
    where action in ('create', 'approve', 'reject', 'approve_cancellation', 'reject_cancellation', 'move', 'cancel')
  )
  insert into webhook_deliveries (webhook_id, event_id, type, reservation_id, history_id, occurred_at)
  select w.id, t.event_id, t.type, t.reservation_id, t.history_id, t.at
  from told t join webhooks w on w.is_on and t.type = any (w.events)
  order by t.history_id, w.id;
  return null;
end $$;
create trigger reservation_history_told after insert on reservation_history
  referencing new table as added
  for each statement execute function enqueue_webhook_deliveries();
