-- Says which table has changed, and by which transaction: answers made after it, or from other tables, may be kept.
create or replace function notify_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('fairslot_changed', tg_table_name || ' ' || pg_current_xact_id());
  return null;
end $$;
