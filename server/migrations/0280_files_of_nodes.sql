-- Which folder of files a node works on: two living nodes with different ones would each miss the other's uploads.
-- Null: a release before this one, or files that another place holds.
alter table nodes add column files text;
