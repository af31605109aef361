-- The agency role may replace cards, as new installations have it; once, and where it may freeze cards still. What people change later is theirs.
insert into menu_role (role_id, menu_id)
select x.role_id, m.id from menu_role x join menus f on f.id = x.menu_id and f.key = 'admin.cards.freeze' join roles r on r.id = x.role_id and r.code = 'agency'
join menus m on m.key = 'admin.cards.replace' on conflict do nothing;
