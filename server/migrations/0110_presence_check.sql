-- After how many minutes of video without a touch the player asks whether somebody is there; 0 never.
alter table courses add column presence_min smallint not null default 0 check (presence_min between 0 and 120);
