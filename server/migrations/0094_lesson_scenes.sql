-- Lessons of type AI scene (5): the scene that is played. Publishing its next version moves it along.
alter table lessons add column template_id bigint references ai_prompt_templates (id);
create index lessons_template_id on lessons (template_id) where template_id is not null;
