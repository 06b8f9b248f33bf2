-- When a reservation ended, if that was before its planned end; before its start, too, when it never took place.
alter table reservations
  add column ended_at timestamptz,
  add constraint reservations_ended_early check (ended_at is null or (status = 'COMPLETED' and ended_at < ends_at));

update reservations r set ended_at = h.at
from (
  select reservation_id, max(at) as at from reservation_history
  where to_status = 'COMPLETED' and from_status <> 'COMPLETED' group by reservation_id
) h
where h.reservation_id = r.id and r.status = 'COMPLETED' and h.at < r.ends_at;
