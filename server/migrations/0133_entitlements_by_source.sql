-- The entitlements that one order or card brought, as its record lists them.
create index entitlements_source_id on entitlements (source_id, id) where source_id is not null;
