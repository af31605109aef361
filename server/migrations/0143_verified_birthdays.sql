-- The birthday was taken from a verified ID number; the learner cannot change it.
alter table members add column birthday_locked boolean not null default false;
-- Numbers are sealed, so a job reads those that passed before.
create index members_birthday_due on members (id) where is_auth = 2 and id_card is not null and not birthday_locked;

-- Below fourteen a guardian agreed, too; and which version of the privacy policy was shown.
alter table sensitive_consents add column by_guardian boolean not null default false;
alter table sensitive_consents add column version text not null default '';
