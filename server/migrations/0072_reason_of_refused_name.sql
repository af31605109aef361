-- Why the last review of a real name failed, for the member to read; empty once another begins.
alter table members add column auth_refusal text not null default '';
