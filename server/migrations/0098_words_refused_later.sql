-- A learner's words are done once they are sent; a moderation service may refuse them before they are answered.
drop trigger ai_messages_final on ai_messages;
create trigger ai_messages_final before update of status on ai_messages for each row
  when (old.role = 'ai' and old.status in (3, 4, 5, 6) and new.status <> old.status) execute function check_ai_message_status();
