-- Compatible from 0025: an older program hears more than it knows of, and looks once more.

-- Whose sessions have ended or whose owner has changed, for the processes that remember them: `member_session 7`,
-- `admin_session 3`, or `sessions` and a transaction for anybody's. A login that ends no older session sends nothing.
create function notify_session_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('fairslot_changed',
    case when old.member_id is null then 'admin_session ' || old.admin_id else 'member_session ' || old.member_id end);
  return null;
end $$;
create trigger sessions_ended after update or delete on sessions
  for each row execute function notify_session_ended();

-- Of thousands of members who get another tier in one statement each process forgets all rather than each.
create function notify_members_changed() returns trigger language plpgsql as $$
declare changed integer[];
begin
  select array_agg(o.id) into changed from old_members o join new_members n using (id)
  where (o.name, o.email, o.phone, o.company_name, o.position, o.is_vip, o.is_vvip)
    is distinct from (n.name, n.email, n.phone, n.company_name, n.position, n.is_vip, n.is_vvip);
  if cardinality(changed) > 100 then
    perform pg_notify('fairslot_changed', 'sessions ' || pg_current_xact_id());
  else
    perform pg_notify('fairslot_changed', 'member_session ' || id) from unnest(changed) id;
  end if;
  return null;
end $$;
create trigger members_changed after update on members
  referencing old table as old_members new table as new_members
  for each statement execute function notify_members_changed();

-- An administrator's name, and whether a second factor is to be set up.
create function notify_admin_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('fairslot_changed', 'admin_session ' || new.id);
  return null;
end $$;
create trigger admins_changed after update on admins
  for each row when (old.name is distinct from new.name) execute function notify_admin_changed();

create function notify_factor_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('fairslot_changed', 'admin_session ' || coalesce(new.admin_id, old.admin_id));
  return null;
end $$;
create trigger second_factors_changed after insert or delete on second_factors
  for each row execute function notify_factor_changed();

create function notify_sessions_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('fairslot_changed', 'sessions ' || pg_current_xact_id());
  return null;
end $$;
create trigger settings_factor_changed after update on settings
  for each row when (old.second_factor_required is distinct from new.second_factor_required)
  execute function notify_sessions_changed();
create trigger sessions_emptied after truncate on sessions
  for each statement execute function notify_sessions_changed();

-- A slot that is deleted leaves the reservations that were made for it without its number, and themselves unchanged.
create function notify_slot_gone() returns trigger language plpgsql as $$
begin
  perform pg_notify('fairslot_changed', 'member ' || member_id)
  from reservations where id = new.reservation_id and member_id is not null;
  return null;
end $$;
create trigger reservation_slots_slot_gone after update of slot_id on reservation_slots
  for each row when (old.slot_id is distinct from new.slot_id) execute function notify_slot_gone();
