-- Lines that a learner keeps.
create index ai_messages_saved on ai_messages (chat_id, id) where saved;
