-- Calls to outside services by vendor and day, for what they cost; kept for 90 days.
create table vendor_calls (
  service text not null,
  vendor text not null,
  day date not null,
  calls integer not null,
  failures integer not null,
  sent_bytes bigint not null,
  received_bytes bigint not null,
  primary key (service, vendor, day)
);
create index vendor_calls_day on vendor_calls (day);
