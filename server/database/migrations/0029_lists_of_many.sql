-- Lists and counts of an event with a hundred thousand reservations, most of them over or called off.
-- Compatible from 0025

-- What waits for an administrator, in the order in which it takes place: a page of the queue is read from where the page
-- before it ended, whatever else is stored.
create index reservations_waiting_idx on reservations (date, starts_at, id) include (status, kind, ends_at, created_at)
  where status in ('PENDING', 'CANCEL_REQUESTED');

-- Counters and statistics by status, date and kind, where an approved one counts as completed after its end, and whom a
-- deletion of dates, docents and rooms would touch: read from the index alone. It does what the one on status and date did.
create index reservations_counts_idx on reservations (status, date, kind, ends_at)
  include (id, member_id, event_date_id, docent_id, room_id);
drop index reservations_status_idx;

-- The latest rejections and cancellations, and the latest feedback, without looking at all of them.
create index reservation_history_off_idx on reservation_history (at desc, reservation_id desc)
  where to_status in ('REJECTED', 'CANCELLED') and from_status <> to_status;
create index reservation_history_feedback_idx on reservation_history (at desc, reservation_id desc)
  where action = 'feedback';
create index reservations_feedback_idx on reservations (date) where feedback is not null;
