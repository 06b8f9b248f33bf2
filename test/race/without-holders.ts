import type pg from 'pg'

/**
 * Control of a race: a trigger swallows the write of `slots.reservation_id`, so that every booking finds the
 * slot free. Then cancels what was sold twice.
 */
export async function withoutHolders(pool: pg.Pool, work: () => Promise<void>): Promise<void> {
  await pool.query(`
    drop index reservation_slots_one_live;
    alter table reservation_slots disable trigger reservation_slots_held;
    create function forget_holder() returns trigger language plpgsql as
      $$ begin new.reservation_id := null; return new; end $$;
    create trigger forget_holder before update on slots for each row execute function forget_holder()`)
  try {
    await work()
  } finally {
    await pool.query('drop trigger forget_holder on slots; drop function forget_holder()')
    await pool.query(`update reservations set status = 'CANCELLED' where live and id not in
      (select reservation_id from slots where reservation_id is not null)`)
    await pool.query(`create unique index reservation_slots_one_live on reservation_slots (slot_id) where live;
      alter table reservation_slots enable trigger reservation_slots_held`)
  }
}
