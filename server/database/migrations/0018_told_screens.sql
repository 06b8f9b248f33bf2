-- The name of a screen, where an administrator has given it one, and the order that it was given last.
alter table screens
  add column name text,
  add column order_id text,
  add column order_kind text constraint screens_order_kind_check check (order_kind in ('identify', 'reload')),
  add column ordered_at timestamptz,
  -- When the screen has said that it knows of its order.
  add column order_heard_at timestamptz,
  add constraint screens_order_check check (num_nulls(order_id, order_kind, ordered_at) in (0, 3));

-- Not at each of their calls: only when one is given an order.
create trigger screens_ordered after update of order_id on screens
  for each statement execute function notify_changed();

-- Where silent screens are reported (null: to the contact address), and between which wall times walls are switched off.
alter table settings
  add column alert_email text,
  add column walls_off_from text constraint settings_walls_off_from_check check (walls_off_from ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  add column walls_off_until text constraint settings_walls_off_until_check check (walls_off_until ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  add constraint settings_walls_off_check
    check (num_nulls(walls_off_from, walls_off_until) in (0, 2) and walls_off_from <> walls_off_until);
