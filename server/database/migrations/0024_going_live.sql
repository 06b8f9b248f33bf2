-- The sample event is marked, so that it can be taken away whole before real visitors come. Its slots, reservations and
-- mails follow from its members, docents, rooms and dates.
alter table members add column is_sample boolean not null default false;
alter table docents add column is_sample boolean not null default false;
alter table rooms add column is_sample boolean not null default false;
alter table event_dates add column is_sample boolean not null default false;

-- Asked by every screen of administrators, in a minute several times.
create index members_sample_idx on members (id) where is_sample;

-- It was filled once, or nobody wants it any more: a later start must not fill it again.
alter table settings add column had_sample boolean not null default false;

-- The first administrator's password as it was printed at the first start.
alter table admins add column password_is_printed boolean not null default false;

-- What is known of databases that an earlier release filled. A member of the sample has an address that nobody can have,
-- made from the phone. Docents and rooms are those with the sample's own texts, the first of each, and the dates are the
-- four from the day on which the members were made; nothing is recognised where no member of the sample is left.
update members set is_sample = true
  where email = 'visitor' || replace(substr(phone, 5), '-', '') || '@fairslot.example';

update docents set is_sample = true
  where exists (select from members where is_sample) and id in (
    select min(d.id) from docents d join (values
      ('김하늘', '한국어', '1층 안내 데스크', false, false),
      ('Emma Wilson', 'English', '1층 안내 데스크', false, false),
      ('Lucía Martín', 'Español', '2층 라운지 입구', true, false),
      ('이서연', '한국어 · English', '2층 VVIP 라운지', true, true)
    ) as sample on (d.name, d.language, d.start_point, d.is_vip, d.is_vvip) = sample
    group by d.name
  );

update rooms set is_sample = true
  where exists (select from members where is_sample) and id in (
    select min(r.id) from rooms r join (values
      ('미팅룸 1', 1, 4, false, false),
      ('미팅룸 2', 1, 6, false, false),
      ('미팅룸 3', 1, 8, false, false),
      ('컨퍼런스룸', 2, 16, false, false),
      ('VIP 라운지', 2, 10, true, false),
      ('VVIP 스위트', 2, 12, true, true)
    ) as sample on (r.name, r.floor, r.size, r.is_vip, r.is_vvip) = sample
    group by r.name
  );

-- The members were made 62 hours before the first day began in the event's time zone, which is 22:00 or 23:00 in UTC.
update event_dates set is_sample = true
  where date - (
    select ((min(created_at) + interval '64 hours') at time zone 'UTC')::date from members where is_sample
  ) between 0 and 3;

update settings set had_sample = true
  where exists (select from members) or exists (select from docents)
    or exists (select from rooms) or exists (select from event_dates);

-- What an administrator has made their own is no sample any more: a docent or room by any edit, a member by a phone or an
-- address that somebody can have.
create function become_real() returns trigger language plpgsql as $$
begin
  new.is_sample := false;
  return new;
end $$;
create trigger docents_become_real before update of name, language, start_point, is_vip, is_vvip on docents
  for each row when (old.is_sample and old is distinct from new) execute function become_real();
create trigger rooms_become_real before update of name, floor, size, is_vip, is_vvip on rooms
  for each row when (old.is_sample and old is distinct from new) execute function become_real();
create trigger members_become_real before update of email, phone on members
  for each row when (old.is_sample and (old.email, old.phone) is distinct from (new.email, new.phone))
  execute function become_real();

-- Whoever replaces a password, by whatever way.
create function forget_printed() returns trigger language plpgsql as $$
begin
  new.password_is_printed := false;
  return new;
end $$;
create trigger admins_password_replaced before update of password_hash on admins
  for each row when (old.password_hash is distinct from new.password_hash) execute function forget_printed();
