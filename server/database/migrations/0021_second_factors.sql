-- A second factor of an administrator: the key that their authenticator app has too. Sealed with a key that is not in the
-- database, whose copies must not give it away.
create table second_factors (
  admin_id integer constraint second_factors_pkey primary key
    constraint second_factors_admin_fkey references admins on delete cascade,
  sealed_key bytea not null,
  -- The half-minute of the last code that was used: it and all before are used up.
  last_step integer not null,
  set_up_at timestamptz not null
);

-- What lets an administrator in who has lost the app: each goes when it is used. Hashed with a key, as it is short.
create table recovery_codes (
  admin_id integer not null constraint recovery_codes_factor_fkey references second_factors on delete cascade,
  code_hash bytea not null,
  constraint recovery_codes_pkey primary key (admin_id, code_hash)
);

-- Whether administrators without one have to set one up before anything else.
alter table settings add column second_factor_required boolean not null default false;

-- Wrong codes are counted too.
alter table attempts drop constraint attempts_kind_check;
alter table attempts add constraint attempts_kind_check
  check (kind in ('login', 'admin_login', 'admin_code', 'code_request', 'code'));
