-- How the nightly backups of this installation fare; a backup does not carry it.
create table nightly_backup (
  only_row boolean not null default true constraint nightly_backup_pkey primary key constraint nightly_backup_only_row_check check (only_row),
  -- The last one that was written to its end, and its file.
  succeeded_at timestamptz,
  file text,
  -- The last attempt that was not, and why.
  failed_at timestamptz,
  failure text,
  constraint nightly_backup_file_check check (num_nulls(succeeded_at, file) in (0, 2)),
  constraint nightly_backup_failure_check check (num_nulls(failed_at, failure) in (0, 2))
);
