-- What a menu entry says about itself beyond its definition; an empty value leaves it to the definition.
alter table menus
  add column descriptions jsonb not null default '{}',
  add column alias text not null default '',
  add column own_use text not null default '' check (own_use in ('', 'web', 'api')),
  add column own_middleware text[] not null default '{}',
  add column own_params jsonb not null default '[]',
  add column own_responses jsonb not null default '[]';
update menus set descriptions = jsonb_build_object('zh-CN', description) where description <> '';
alter table menus drop column description;
create unique index menus_alias_key on menus (alias) where alias <> '' and deleted_at is null;
