import type { Stand } from './stand.ts'

/**
 * Takes guards away through the database alone, for the control: now and then a booking does not keep its slot,
 * whose key would refuse that, a mail and an entry of the audit log are lost, and a change is not counted as a version.
 * The program runs as it is.
 */
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
    create trigger weakened before update on slots for each row execute function forget_holder();
    create trigger weakened before insert on audit_log for each row execute function lose_row();
    create trigger weakened before insert on mails for each row execute function lose_row();
    create trigger weakened before update on reservations for each row execute function lose_version();
  `)
}
