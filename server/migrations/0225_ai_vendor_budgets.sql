-- A vendor may have a budget of its own: when it is spent, the second vendor of the settings is called.
alter table ai_budgets add column provider text;
drop index ai_budgets_key;
create unique index ai_budgets_key on ai_budgets (scope, purpose, provider, agency_id, member_id) nulls not distinct;
