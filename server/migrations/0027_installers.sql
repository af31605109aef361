-- The checksum of what arrived, for those who have to prove what they hand out.
alter table files add column sha256 text not null default '';

-- A version is an uploaded installer, or the address of a store.
alter table apps add column file text;
alter table apps add column size bigint;
alter table apps alter column url set default '';
