-- Facts by name instead of a sentence made of them, such as 'Helper; is_vip: true; user_ids: 3, 4'. Its first part may be
-- a name without a fact's name before it, and parts of a text with a semicolon in it look the same: none is lost.
alter table audit_log add column facts jsonb;

update audit_log set facts = (
  select coalesce(jsonb_object_agg(fact, value), '{}')
  from (
    select coalesce(part[1], 'name') as fact, string_agg(coalesce(part[2], piece), '; ' order by position) as value
    from regexp_split_to_table(details, '; ') with ordinality as pieces (piece, position),
      lateral (select regexp_match(piece, '^(\w+): (.*)$') as part) as parts
    where piece <> ''
    group by 1
  ) as told
);

alter table audit_log drop column details;
alter table audit_log rename column facts to details;
alter table audit_log alter column details set not null;
