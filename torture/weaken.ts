import type { Stand } from './stand.ts'

// The control: now and then the database drops a slot's holder, a mail, an audit entry, a version
// or a waiting entry's outcome, or changes an arrival, so that the checker must report it.
export async function weaken({ query }: Stand['database']): Promise<void> {
  await query(`
    drop index reservation_slots_one_live;
    alter table reservation_slots disable trigger reservation_slots_held;
    create function forget_holder() returns trigger language plpgsql as $$
    begin
      if new.reservation_id is not null and random() < 0.5 then new.reservation_id := null; end if;
      return new;
    end $$;
    create function lose_row() returns trigger language plpgsql as $$
    begin
      return case when random() < 0.1 then null else new end;
    end $$;
    create function lose_version() returns trigger language plpgsql as $$
    begin
      if random() < 0.1 then new.version := old.version; end if;
      return new;
    end $$;
    alter table waitlist_slots drop constraint waitlist_slots_entry_fkey;
    create function forget_line() returns trigger language plpgsql as $$
    begin
      if random() < 0.5 then new.live := false; end if;
      return new;
    end $$;
    create function lose_end() returns trigger language plpgsql as $$
    begin
      return case when random() < 0.5 then null else new end;
    end $$;
    create function round_arrival() returns trigger language plpgsql as $$
    begin
      new.arrived_at := date_trunc('minute', new.arrived_at);
      return new;
    end $$;
    create trigger weakened before insert on waitlist_slots for each row execute function forget_line();
    create trigger weakened before update on waitlist_entries for each row execute function lose_end();
    create trigger weakened_arrival before update on reservations for each row
      when (new.arrived_at is distinct from old.arrived_at) execute function round_arrival();
    create trigger weakened before update on slots for each row execute function forget_holder();
    create trigger weakened before insert on audit_log for each row execute function lose_row();
    create trigger weakened before insert on mails for each row execute function lose_row();
    create trigger weakened before update on reservations for each row execute function lose_version();
  `)
}
