-- A refund is one part of what was paid. `access` says what becomes of what the order opened once the part has arrived: revoke,
-- keep, or auto, which revokes when everything is back. Refunds from before were made when each took everything away.
alter table pay_refunds
  add column access text not null default 'revoke' check (access in ('auto', 'keep', 'revoke')),
  -- Returned outside of the channel, such as by a bank transfer.
  add column manual boolean not null default false;
alter table pay_refunds alter column access set default 'auto';
-- One refund of an order on its way at a time, also where it has no payment at a channel.
create unique index pay_refunds_order_open_key on pay_refunds (order_id) where status in (1, 2) and order_status <> 0;
create index pay_orders_refund_amount on pay_orders (refund_amount, id);

-- A payment of which only a part went back still has the rest.
update pay_trades t set status = 2 where status = 5
  and t.amount > (select coalesce(sum(f.amount), 0) from pay_refunds f where f.trade_id = t.id and f.status = 3)
  and exists (select 1 from pay_refunds f where f.trade_id = t.id and f.status = 3);

create function send_order_part() returns trigger language plpgsql as $$
begin
  perform add_webhook_messages('sends_orders', 'order.partly_refunded',
    jsonb_build_object('order_id', new.id, 'order_no', new.order_no, 'member_id', new.member_id, 'product_id', new.product_id,
      'agency_id', new.agency_id, 'payable', new.payable, 'refund_amount', new.refund_amount));
  return null;
end $$;
create trigger send_order_part after update of refund_amount on pay_orders for each row
  when (new.refund_amount > old.refund_amount and new.status <> 52) execute function send_order_part();

-- What the sandbox returned, by our number, so that asking it twice returns money once.
create table sandbox_refunds (
  refund_no text primary key,
  trade_no text not null references sandbox_trades (trade_no),
  amount bigint not null,
  created_at timestamptz not null default now()
);
create index sandbox_refunds_trade_no on sandbox_refunds (trade_no);
