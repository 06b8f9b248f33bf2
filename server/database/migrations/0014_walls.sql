-- Whether the boards on walls show the titles of meetings, which may say more than a visitor wants to tell a hall.
alter table settings
  add column display_titles text not null default 'shown',
  add constraint settings_display_titles check (display_titles in ('shown', 'hidden'));
