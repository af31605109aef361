-- What a course's title is typed like in Latin letters: full pinyin and initials. Null until the search makes it anew.
alter table courses add column pinyin text;
create index courses_pinyin_trgm on courses using gin (pinyin gin_trgm_ops);
create index courses_pinyin_missing on courses (id) where pinyin is null;
create index courses_publish_at on courses (publish_at, id);

create function forget_pinyin() returns trigger language plpgsql as $$
begin
  if new.title is distinct from old.title then new.pinyin := null; end if;
  return new;
end $$;
create trigger forget_pinyin before update of title on courses for each row execute function forget_pinyin();
