-- Cards of an agency by when they were issued and activated: its weeks are counted without reading its other cards.
create index cards_agency_issued_at on cards (agency_id, issued_at) where issued_at is not null;
create index cards_agency_activated_at on cards (agency_id, activated_at) where activated_at is not null;
