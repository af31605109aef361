-- Agencies see the exports of their own side only.
create index down_logs_agency_id on down_logs (agency_id, id) where agency_id is not null;
