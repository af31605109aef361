-- The use of a session is written once a minute: it changes no indexed column. What expired long ago is found by the sweep without one.
drop index user_sessions_expires_at;
alter table user_sessions set (fillfactor = 70);
