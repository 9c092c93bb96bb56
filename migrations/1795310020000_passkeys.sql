-- Up Migration

-- Keys of the WebAuthn standard: passkeys, which sign in on their own, and security keys that are a second step.
create table auth.webauthn_credentials (
	id uuid primary key default gen_random_uuid(),
	user_id uuid not null references auth.users (id) on delete cascade,
	-- The second step it belongs to; null for a passkey.
	factor_id uuid unique references auth.mfa_factors (id) on delete cascade,
	credential_id text not null unique,
	public_key bytea not null,
	-- How often it was used, if it counts. A copy of it would fall behind.
	sign_count bigint not null,
	transports text[] not null default '{}',
	friendly_name text not null default '',
	last_used_at timestamptz,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now()
);
create index webauthn_credentials_user on auth.webauthn_credentials (user_id, created_at);

-- What a browser has been asked to sign. A challenge is deleted by the first attempt to answer it.
create table auth.webauthn_challenges (
	id uuid primary key default gen_random_uuid(),
	-- Who registers a passkey; null while somebody signs in with one.
	user_id uuid references auth.users (id) on delete cascade,
	challenge text not null,
	created_at timestamptz not null default now()
);
create index webauthn_challenges_user on auth.webauthn_challenges (user_id);
create index webauthn_challenges_age on auth.webauthn_challenges (created_at);

alter table auth.mfa_challenges add column webauthn_challenge text;
alter table auth.mfa_factors
	drop constraint mfa_factors_factor_type_check,
	add constraint mfa_factors_factor_type_check check (factor_type in ('totp', 'recovery_code', 'webauthn')) not valid;

do $$
declare
	name text;
begin
	foreach name in array array['webauthn_credentials', 'webauthn_challenges'] loop
		execute format('alter table auth.%I enable row level security', name);
		execute format('alter table auth.%I force row level security', name);
		execute format('grant select, insert, update, delete on auth.%I to shop_jobs', name);
		execute format('create policy %I on auth.%I to shop_jobs using (true) with check (true)', name || '_jobs', name);
	end loop;
end
$$;
