-- Up Migration

-- The people who run the shop, and what each may do in the admin and its API.
create table auth.staff (
	user_id uuid primary key references auth.users (id) on delete cascade,
	role text not null check (role in ('owner', 'helper', 'accountant')),
	-- Who added them: another member's id, or the name given on the command line.
	added_by text not null,
	created_at timestamptz not null default now()
);
alter table auth.staff enable row level security;
alter table auth.staff force row level security;
grant select, insert, update, delete on auth.staff to shop_jobs;
create policy staff_jobs on auth.staff to shop_jobs using (true) with check (true);

alter table auth.users
	add column invited_at timestamptz,
	-- Set if the account was deleted but its id is kept. Nothing else about the user is.
	add column deleted_at timestamptz;

alter table auth.one_time_tokens
	drop constraint one_time_tokens_token_type_check,
	add constraint one_time_tokens_token_type_check check (token_type in (
		'confirmation_token', 'magic_link_token', 'recovery_token', 'email_change_token_new', 'email_change_token_current',
		'reauthentication_token', 'invite_token'
	)) not valid;

-- An owner's acts name the owner. As with the service role, the user they were about is in the details: users can read the lines
-- that belong to them, and an owner's network address is not for them.
alter table auth.audit_log_entries
	add column acted_by uuid,
	drop constraint audit_log_entries_actor_check,
	add constraint audit_log_entries_actor_check check (actor in ('user', 'service_role', 'owner')) not valid,
	drop constraint audit_log_entries_check,
	add constraint audit_log_entries_check check (user_id is not null or actor <> 'user') not valid;

-- The newest users and events first, page by page.
create index users_newest on auth.users (created_at desc, id);
create index audit_log_entries_newest on auth.audit_log_entries (created_at desc, id);
