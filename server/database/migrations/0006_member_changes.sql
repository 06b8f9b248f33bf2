-- Whose reservations have changed, for the phone that shows them: a number, once a transaction for each member.
create function notify_member_changed() returns trigger language plpgsql as $$
begin
  if coalesce(new.member_id, old.member_id) is not null then
    perform pg_notify('fairslot_changed', 'member ' || coalesce(new.member_id, old.member_id));
  end if;
  return null;
end $$;
create trigger reservations_member_changed after insert or update or delete on reservations
  for each row execute function notify_member_changed();
