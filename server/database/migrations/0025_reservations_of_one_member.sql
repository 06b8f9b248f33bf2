-- How many reservations one member may have before they have taken place.
alter table settings
  add column max_reservations integer not null default 50,
  add constraint settings_max_reservations check (max_reservations between 1 and 999);
