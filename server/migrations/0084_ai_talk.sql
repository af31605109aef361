-- The learner's talk with the AI teacher: leases, turns, holds of seconds, and what a reconnect replays.
alter table members add column ai_seconds_held integer not null default 0;
alter table members add constraint members_ai_seconds_held check (ai_seconds_held between 0 and ai_seconds_left);

alter table ai_chats
  -- Made by the page that starts the talk: a repeated request starts no second one.
  add column request_id text,
  -- The scene as it was at the start.
  add column scene_snapshot jsonb,
  add column provider text not null default '',
  add column lease_token text,
  -- Name of the device that talks.
  add column lease_device text not null default '',
  add column lease_until timestamptz,
  add column last_turn_at timestamptz not null default now(),
  add column hints integer not null default 0,
  -- Seconds of talk; those that were not free are in ai_sec_charged.
  add column talk_sec integer not null default 0,
  add column free_sec_used integer not null default 0,
  add column report jsonb,
  -- 0 none, 1 being written, 2 ready
  add column report_state smallint not null default 0,
  add column deleted_at timestamptz;
update ai_chats set last_turn_at = coalesce(ended_at, updated_at), talk_sec = ai_sec_charged;
create unique index ai_chats_request_key on ai_chats (member_id, request_id);
create index ai_chats_idle on ai_chats (last_turn_at) where status = 1;

alter table ai_messages
  -- Made by the page before its first try; a reply has one if it was asked for again.
  add column client_msg_id text,
  -- The member's message that a reply belongs to.
  add column reply_to bigint references ai_messages (id),
  -- A later reply to the same message took its place.
  add column is_replaced boolean not null default false,
  -- stop, length, stopped, interrupted
  add column finish_reason text,
  add column error_code text,
  add column talk_sec integer not null default 0,
  add column charged_sec integer not null default 0,
  -- What the learner had heard of it when it was stopped.
  add column heard_chars integer,
  -- On labels of what a machine wrote.
  add column content_no uuid,
  -- Milliseconds {first_token, first_sentence, total}.
  add column timings jsonb not null default '{}',
  -- The node that writes the reply renews this; afterwards the reply is given up.
  add column alive_until timestamptz,
  add column reported_at timestamptz,
  add column report_reason text,
  add column report_remark text not null default '';
create unique index ai_messages_client_key on ai_messages (chat_id, client_msg_id);
create unique index ai_messages_running_key on ai_messages (chat_id) where role = 'ai' and status in (1, 2);
create index ai_messages_reply_to on ai_messages (reply_to);
create index ai_messages_alive on ai_messages (alive_until) where role = 'ai' and status in (1, 2);
create index ai_messages_reported_at on ai_messages (reported_at, id);
create index ai_messages_report_reason on ai_messages (report_reason, id);

-- A final message stays final, whoever writes: a late callback, a second node.
create function check_ai_message_status() returns trigger language plpgsql as $$
begin
  raise exception 'message % is final', old.id using errcode = 'check_violation', constraint = 'ai_messages_final';
end $$;
create trigger ai_messages_final before update of status on ai_messages for each row
  when (old.status in (3, 4, 5, 6) and new.status <> old.status) execute function check_ai_message_status();

-- Events of running replies, for readers on other nodes; removed an hour after the end.
create unlogged table ai_stream_pieces (
  message_id bigint not null,
  n_from integer not null,
  n_to integer not null,
  events jsonb not null,
  created_at timestamptz not null default now(),
  primary key (message_id, n_from)
);
create index ai_stream_pieces_created_at on ai_stream_pieces (created_at);

-- Seconds set aside for a reply that is being written; its row goes with the settlement.
create table ai_holds (
  message_id bigint primary key references ai_messages (id),
  member_id bigint not null references members (id),
  day date not null,
  -- Of the day's free seconds.
  free_sec integer not null check (free_sec >= 0),
  -- Of the balance.
  paid_sec integer not null check (paid_sec >= 0),
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  check (free_sec + paid_sec > 0)
);
-- One running turn for each member.
create unique index ai_holds_member_key on ai_holds (member_id);
create index ai_holds_expires_at on ai_holds (expires_at);

-- Talk by day, in the school's time zone.
create table ai_days (
  member_id bigint not null references members (id),
  day date not null,
  talk_sec integer not null default 0,
  free_sec integer not null default 0 check (free_sec >= 0),
  primary key (member_id, day)
);
