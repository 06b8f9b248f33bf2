-- The latest feedback is found in its order, where it was looked for among all reservations.
-- Compatible from 0025
drop index reservations_feedback_idx;
create index reservations_feedback_idx on reservations (id) include (date) where feedback is not null;
