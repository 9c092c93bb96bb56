-- Up Migration

-- People, and how they prove who they are. The shapes and names follow the reference auth server's data model.
-- Only the server's own login reads or writes these tables; callers reach them through the auth wire alone.
create table auth.users (
	id uuid primary key default gen_random_uuid(),
	aud text not null default 'authenticated',
	role text not null default 'authenticated',
	email text unique check (email = lower(email)),
	encrypted_password text,
	email_confirmed_at timestamptz,
	confirmation_sent_at timestamptz,
	recovery_sent_at timestamptz,
	last_sign_in_at timestamptz,
	banned_until timestamptz,
	raw_app_meta_data jsonb not null default '{}',
	raw_user_meta_data jsonb not null default '{}',
	is_anonymous boolean not null default false,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now()
);

create table auth.identities (
	id uuid primary key default gen_random_uuid(),
	user_id uuid not null references auth.users (id) on delete cascade,
	provider text not null,
	provider_id text not null,
	identity_data jsonb not null default '{}',
	email text generated always as (lower(identity_data ->> 'email')) stored,
	last_sign_in_at timestamptz,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now(),
	unique (provider, provider_id)
);
create index identities_user on auth.identities (user_id);

create table auth.sessions (
	id uuid primary key default gen_random_uuid(),
	user_id uuid not null references auth.users (id) on delete cascade,
	aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
	user_agent text,
	ip text,
	not_after timestamptz,
	refreshed_at timestamptz,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now()
);
create index sessions_user on auth.sessions (user_id);

create table auth.mfa_amr_claims (
	session_id uuid not null references auth.sessions (id) on delete cascade,
	authentication_method text not null,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now(),
	primary key (session_id, authentication_method)
);

-- Only a hash of each token is kept; `parent` is the token it replaced.
create table auth.refresh_tokens (
	id bigint generated always as identity primary key,
	token_hash bytea not null unique,
	session_id uuid not null references auth.sessions (id) on delete cascade,
	parent bigint references auth.refresh_tokens (id) on delete set null,
	-- When it was exchanged for its successor; null for the one token of a session that is still to be used.
	revoked_at timestamptz,
	-- The successor, encrypted with a key derived from this token, so that only who holds this one can be given it again.
	successor_sealed bytea,
	created_at timestamptz not null default now(),
	check ((revoked_at is null) = (successor_sealed is null))
);
create index refresh_tokens_session on auth.refresh_tokens (session_id, id);
create unique index refresh_tokens_active on auth.refresh_tokens (session_id) where revoked_at is null;
create index refresh_tokens_parent on auth.refresh_tokens (parent);

-- What a mailbox has to prove, and what follows once it has. One row for each request: a second sign-up for an address that
-- nobody has confirmed gets a row of its own, so that a link brings the password chosen with it and no other.
create table auth.one_time_tokens (
	id uuid primary key default gen_random_uuid(),
	user_id uuid not null references auth.users (id) on delete cascade,
	token_type text not null check (token_type in (
		'confirmation_token', 'recovery_token', 'email_change_token_new', 'email_change_token_current', 'reauthentication_token'
	)),
	-- SHA-256 of each link mailed for this request. Links are made when the mail is sent; one that may have been lost on the
	-- way is followed by another, and both work.
	token_hashes bytea[] not null default '{}',
	-- SHA-256 of the code in the newest mail, where codes are switched on, and how many wrong ones were tried.
	code_hash bytea,
	code_tries smallint not null default 0,
	code_expires_at timestamptz,
	relates_to text not null,
	-- What the sign-up asked for. Null after a resend that cannot tell which of several sign-ups is meant: it proves the
	-- mailbox and sets no password, since any of them may be a squatter's.
	pending_password text,
	pending_metadata jsonb,
	code_challenge text,
	code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
	redirect_to text,
	sent_at timestamptz,
	expires_at timestamptz,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now(),
	check ((code_challenge is null) = (code_challenge_method is null))
);
create index one_time_tokens_user on auth.one_time_tokens (user_id, token_type, created_at);
create index one_time_tokens_links on auth.one_time_tokens using gin (token_hashes);

-- An authorisation code on its way back to the browser that began the flow and alone knows the verifier.
create table auth.flow_state (
	id uuid primary key default gen_random_uuid(),
	user_id uuid not null references auth.users (id) on delete cascade,
	auth_code_hash bytea not null unique,
	code_challenge_method text not null check (code_challenge_method in ('s256', 'plain')),
	code_challenge text not null,
	authentication_method text not null,
	auth_code_issued_at timestamptz not null,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now()
);
create index flow_state_user on auth.flow_state (user_id);

do $$
declare
	name text;
begin
	foreach name in array array[
		'users', 'identities', 'sessions', 'mfa_amr_claims', 'refresh_tokens', 'one_time_tokens', 'flow_state'
	] loop
		execute format('alter table auth.%I enable row level security', name);
		execute format('alter table auth.%I force row level security', name);
		execute format('grant select, insert, update, delete on auth.%I to shop_jobs', name);
		execute format('create policy %I on auth.%I to shop_jobs using (true) with check (true)', name || '_jobs', name);
	end loop;
end
$$;

-- A token outlives a sign-out by up to an hour; its session row does not. Every transaction in a person's name asks here
-- first, so that sign-out, a ban and deletion are felt by every wire at once.
create policy users_owner on auth.users for select to current_user using (true);
create policy sessions_owner on auth.sessions for select to current_user using (true);

create function auth.require_live_session() returns void
	language plpgsql stable security definer set search_path = ''
as $$
begin
	if not exists (
		select from auth.sessions s join auth.users u on u.id = s.user_id
		where s.id = (auth.jwt() ->> 'session_id')::uuid
			and s.user_id = auth.uid()
			and (s.not_after is null or s.not_after > now())
			and (u.banned_until is null or u.banned_until <= now())
	) then
		raise exception 'session is over' using errcode = 'HS001';
	end if;
end
$$;
grant execute on function auth.require_live_session() to authenticated;
