-- What a learner can talk about after a lesson: words and phrases chosen from its subtitles or text, and checked by a teacher.
create table lesson_materials (
  lesson_id bigint primary key references lessons (id),
  -- What the lesson is about, for a chat service; sent to it as data.
  outline text not null default '' check (char_length(outline) <= 4000),
  -- [{text, zh, sentence}]
  words jsonb not null default '[]',
  -- [{text, zh}]
  phrases jsonb not null default '[]',
  -- Learners see it only when a teacher has approved it as it is.
  approved_at timestamptz,
  approved_by bigint,
  updated_at timestamptz not null default now(),
  updated_by bigint
);
