-- Up Migration

-- The name of a sign-up counts as its password does: once the browser that made it has exchanged the code.
alter table auth.flow_state add column pending_metadata jsonb;

-- Somebody who signed in without saying who they are has nothing to sign in by again: neither address nor password.
alter table auth.users add check (not is_anonymous or (email is null and encrypted_password is null));
create index users_anonymous on auth.users (created_at) where is_anonymous;
