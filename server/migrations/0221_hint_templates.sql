-- Prompts for hints are no type of template any more: hints are written with the scene, no request reads such a template.
update ai_prompt_templates set status = 2, deleted_at = now(), updated_at = now() where type = 6 and deleted_at is null;
comment on column ai_prompt_templates.type is '1 persona, 2 scene, 3 greeting, 4 correction, 5 translation, 7 report';
-- What a request of a purpose reads.
create index ai_prompt_templates_published_type on ai_prompt_templates (type, published_at desc, id desc) where status = 1 and deleted_at is null;
