-- What a chat service sums up of an ended talk: 0 nothing, 1 waiting, 2 being written, 3 done.
alter table ai_chats add column summary_state smallint not null default 0;
