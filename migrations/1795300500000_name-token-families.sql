-- Up Migration

-- Every refresh token of a session begins with the same random characters, its family. This is their SHA-256: a token whose row
-- is gone still shows which session it was of, so few spent rows need to be kept to notice one that is used again.
alter table auth.sessions add column token_family bytea;
create index sessions_token_family on auth.sessions (token_family);
