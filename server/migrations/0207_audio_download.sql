-- Whether members of the course may take the sound of an audio lesson away as a file.
alter table courses add column audio_download boolean not null default false;
