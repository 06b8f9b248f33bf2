-- Compatible from 0025: an older program approves without knowing of codes, and the trigger gives them.

-- When the visitors came, which changes no status, and the code by which they are known at the desk.
alter table reservations
  add column arrived_at timestamptz,
  add column arrival_code text,
  add constraint reservations_arrival_code check (arrival_code ~ '^[2-9A-HJ-NP-Z]{6}$');
-- A request has none: booking writes nothing here.
create unique index reservations_arrival_code_key on reservations (arrival_code) where arrival_code is not null;
-- The days on which arrivals are marked at all.
create index reservations_arrived_idx on reservations (date) where arrived_at is not null;

-- Off: no code is shown or mailed, and nobody marks arrivals. Codes are given all the same, for the day it is switched on.
alter table settings add column arrivals boolean not null default true;
alter table day_sheet_links add column may_mark_arrivals boolean not null default false;

-- A code that no reservation has: six of 32 signs, none of which is taken for another one. Of two transactions that should
-- ever draw the same at once, the index lets one through.
create function new_arrival_code() returns text language plpgsql volatile as $$
declare
  noise bytea;
  code text;
begin
  loop
    -- The first six bytes of such a UUID are random throughout.
    noise := uuid_send(gen_random_uuid());
    code := '';
    for n in 0..5 loop
      code := code || substr('23456789ABCDEFGHJKLMNPQRSTUVWXYZ', get_byte(noise, n) % 32 + 1, 1);
    end loop;
    if not exists (select from reservations r where r.arrival_code = code) then
      return code;
    end if;
  end loop;
end $$;

-- Whoever approves, one or hundreds, by a decision or at the desk. One that was approved before keeps its code, which
-- stands in mails and on phones. The condition is all that a request pays for it.
create function give_arrival_code() returns trigger language plpgsql as $$
begin
  new.arrival_code := new_arrival_code();
  return new;
end $$;
create trigger reservations_arrival_code_given before insert or update of status on reservations
  for each row when (new.status = 'APPROVED' and new.arrival_code is null) execute function give_arrival_code();

-- One after the other, so that each sees the codes before it; nobody needs to hear of it.
do $$
declare
  approved integer;
begin
  perform set_config('fairslot.quiet', 'true', true);
  for approved in select id from reservations where status in ('APPROVED', 'CANCEL_REQUESTED') loop
    update reservations set arrival_code = new_arrival_code() where id = approved;
  end loop;
  perform set_config('fairslot.quiet', 'false', true);
end $$;
