-- Each webhook sends for itself, one message after the other: a job names the webhook, not a message.
alter table webhooks
  -- 1 fine, 2 failing, 3 paused.
  add column delivery smallint not null default 1,
  -- Attempts that failed since the last one that did not.
  add column failures integer not null default 0,
  add column failing_since timestamptz,
  -- Nothing is sent before.
  add column paused_until timestamptz,
  add column last_error text not null default '',
  -- Messages given up since then because too many waited, or for too long.
  add column given_up integer not null default 0;
create index webhooks_delivery on webhooks (delivery, id);

-- Since when it has waited to be sent: from its event on, or since it was replayed.
alter table webhook_messages add column queued_at timestamptz not null default now();
create index webhook_messages_waiting on webhook_messages (webhook_id, id) where state = 1;

-- Adds a job that sends what waits for a webhook, once in a transaction, however many messages it adds. Without a key: one of
-- another transaction would make them wait for each other.
create function wake_webhook(webhook bigint) returns void language plpgsql as $$
declare
  woken text := coalesce(current_setting('kaike.woken_webhooks', true), '');
begin
  if position(',' || webhook || ',' in woken) > 0 then
    return;
  end if;
  perform set_config('kaike.woken_webhooks', woken || ',' || webhook || ',', true);
  perform graphile_worker.add_job('send-webhook', json_build_object('webhook_id', webhook), queue_name => 'webhook:' || webhook,
    -- After those whose receivers answer.
    priority => (select case when w.failures > 0 then 10 else 0 end from webhooks w where w.id = webhook));
end $$;

create or replace function add_webhook_messages(wanted text, event_name text, data jsonb) returns void language plpgsql as $$
declare
  receiver bigint;
  hooked text;
begin
  for receiver in
    insert into webhook_messages (webhook_id, event, body)
    select w.id, event_name, jsonb_build_object('type', event_name,
      'timestamp', to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'data', data)::text
    from webhooks w where w.status = 1 and w.deleted_at is null and (to_jsonb(w) ->> wanted)::boolean
    order by w.id returning webhook_id
  loop
    perform wake_webhook(receiver);
  end loop;
  for hooked in select p.id from plugins p where p.state = 1 and p.manifest::jsonb -> 'hooks' ? event_name order by p.id loop
    perform graphile_worker.add_job('plugin-hook', json_build_object('plugin', hooked, 'event', event_name, 'data', data),
      queue_name => 'plugin:' || hooked, max_attempts => 5);
  end loop;
end $$;
