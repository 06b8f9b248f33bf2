-- A statement that fails where something is not so travels to the database in one go with those that depend on it, and nobody
-- waits for its answer. Compatible with every release before.

create function refuse_unless(is_so boolean, code text) returns void language plpgsql as $$
begin
  if is_so is not true then
    raise exception 'refused' using errcode = code;
  end if;
end $$;
