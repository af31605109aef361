-- The scenes that came with an earlier version are drawn as those of a new school are.
update ai_prompt_templates t set scene = t.scene || jsonb_build_object('picture', p.picture)
from (values ('talk-airport', 'airport'), ('talk-bank', 'bank'), ('talk-cafe', 'cafe'), ('talk-colleague', 'office'), ('talk-directions', 'street'), ('talk-doctor', 'clinic'), ('talk-hotel', 'hotel'), ('talk-interview', 'interview'), ('talk-landlord', 'house'), ('talk-parents', 'school'), ('talk-restaurant', 'restaurant'), ('talk-return', 'shop')) as p (key, picture)
where t.key = p.key and t.scene is not null and not t.scene ? 'picture';
