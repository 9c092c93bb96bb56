-- Up Migration

-- What the owner writes about a file when uploading it; nothing reads it but the Storage API.
alter table storage.objects add column user_metadata jsonb not null default '{}';
