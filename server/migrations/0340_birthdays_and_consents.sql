-- Learners are filtered by birthday and by what a guardian agreed to.
create index members_birthday on members (birthday, id) where deleted_at is null;
create index members_ai_consent on members (ai_consent, id) where deleted_at is null;
create index members_ai_voice_consent on members (ai_voice_consent, id) where deleted_at is null;
create index members_ai_memory_consent on members (ai_memory_consent, id) where deleted_at is null;
