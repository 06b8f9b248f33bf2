-- Answers of writes that carried an Idempotency-Key, so that a repeat gets the first one again instead of a second write.
create table idempotency_keys (
  -- Whose key: 'member 12' or 'admin 3'.
  owner text not null,
  key text not null,
  -- SHA-256 of method, address and body.
  request_hash bytea not null,
  -- Null only inside the transaction that does the write.
  answer text,
  created_at timestamptz not null,
  constraint idempotency_keys_pkey primary key (owner, key)
);
create index idempotency_keys_created_idx on idempotency_keys (created_at);
