-- Cards are listed in the order of when they were made, issued and activated, those not yet issued or activated included.
create index cards_created_at_id on cards (created_at, id);
drop index cards_issued_at;
create index cards_issued_at on cards (issued_at, id);
drop index cards_activated_at;
create index cards_activated_at on cards (activated_at, id);
