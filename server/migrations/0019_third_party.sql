-- What the attempt was opened for: in a messenger, on a phone or on a desk the channel wants a number of its own.
alter table pay_trades add column client text not null default '';
-- Set before a refund is sent for the first time: from then on the channel is asked before it is told again.
alter table pay_refunds add column sent_at timestamptz;

-- Messages of other services that were taken, each once.
create table callback_receipts (
  sender text not null,
  message_id text not null,
  received_at timestamptz not null default now(),
  primary key (sender, message_id)
);
create index callback_receipts_received_at on callback_receipts (received_at);

-- A sign-in that is on its way through another service; bound to the browser it began in, used once.
create table oauth_states (
  state_hash bytea primary key,
  browser_hash bytea not null,
  type text not null,
  -- login, bind, open_id
  purpose text not null,
  back_url text not null default '',
  verifier text not null default '',
  -- Who binds.
  user_id bigint references users (id),
  expires_at timestamptz not null
);
create index oauth_states_expires_at on oauth_states (expires_at);

-- An identity that came back and belongs to nobody here yet, until its owner logs in or registers.
create table ouser_claims (
  key_hash bytea primary key,
  browser_hash bytea not null,
  ouser_id bigint not null references ousers (id) on delete cascade,
  back_url text not null default '',
  expires_at timestamptz not null
);
create index ouser_claims_expires_at on ouser_claims (expires_at);
create index ouser_claims_ouser_id on ouser_claims (ouser_id);

-- Since when the person follows the school's official account; null when they do not.
alter table ousers add column followed_at timestamptz;

-- Codes of the local identity page; only where nothing real is at stake.
create table local_identity_codes (
  code_hash bytea primary key,
  client_id text not null,
  redirect_uri text not null,
  challenge text not null,
  open_id text not null,
  nickname text not null,
  expires_at timestamptz not null
);

-- Tokens of other services that one process at a time renews for all; encrypted.
create table service_tokens (
  name text primary key,
  value bytea,
  expires_at timestamptz not null default '-infinity'
);
