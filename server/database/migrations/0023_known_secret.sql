-- By what the secret is known with which this database was used last: derived from it, and good for nothing else.
alter table settings add column secret_mark bytea;
