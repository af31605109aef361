-- Where an agency is, with the datum of the map it was chosen on.
alter table agencies add map_point text not null default '';
drop view agency_rows;
create view agency_rows as select a.*, coalesce(u.username, '') as username from agencies a left join users u on u.id = a.user_id;
