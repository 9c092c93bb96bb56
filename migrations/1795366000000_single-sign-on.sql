-- Up Migration

-- The identity providers of universities, whose members sign in with SAML.
create table auth.sso_providers (
	id uuid primary key default gen_random_uuid(),
	-- The owner's own id for it.
	resource_id text unique,
	disabled boolean not null default false,
	entity_id text not null unique,
	metadata_xml text not null,
	-- Where the metadata is read again; null if it was given as text.
	metadata_url text,
	metadata_read_at timestamptz not null default now(),
	attribute_mapping jsonb not null default '{}',
	name_id_format text,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now()
);

-- The domains of the email addresses that a provider may vouch for.
create table auth.sso_domains (
	domain text primary key check (domain = lower(domain)),
	sso_provider_id uuid not null references auth.sso_providers (id) on delete cascade,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now()
);
create index sso_domains_provider on auth.sso_domains (sso_provider_id);

-- A sign-in that is under way at a provider. It is deleted by the first response that names it.
create table auth.saml_relay_states (
	id uuid primary key default gen_random_uuid(),
	sso_provider_id uuid not null references auth.sso_providers (id) on delete cascade,
	request_id text not null unique,
	redirect_to text not null,
	code_challenge text not null,
	code_challenge_method text not null check (code_challenge_method in ('s256', 'plain')),
	-- Whether the browser's cookie answers the challenge, because the client began no PKCE flow.
	is_implicit boolean not null,
	created_at timestamptz not null default now()
);
create index saml_relay_states_provider on auth.saml_relay_states (sso_provider_id);
create index saml_relay_states_age on auth.saml_relay_states (created_at);

-- When the provider wants the session to end.
alter table auth.flow_state add column session_not_after timestamptz;

do $$
declare
	name text;
begin
	foreach name in array array['sso_providers', 'sso_domains', 'saml_relay_states'] loop
		execute format('alter table auth.%I enable row level security', name);
		execute format('alter table auth.%I force row level security', name);
		execute format('grant select, insert, update, delete on auth.%I to shop_jobs', name);
		execute format('create policy %I on auth.%I to shop_jobs using (true) with check (true)', name || '_jobs', name);
	end loop;
end
$$;
