-- Up Migration

-- Whether the new mailbox of the change was confirmed in a browser that did not ask for it, while this mailbox still has to
-- confirm. Its user may be somebody else than the one who asked.
alter table auth.one_time_tokens add column confirmed_elsewhere boolean not null default false;
