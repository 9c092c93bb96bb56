-- Up Migration

-- What an account needs beyond signing up: recovery, links and codes by mail, a change of address, a second step, and a
-- record of what happened to it.
alter table auth.users
	-- The address somebody wants to have, until the mailboxes have agreed.
	add column email_change text check (email_change = lower(email_change)),
	add column email_change_sent_at timestamptz,
	add column reauthentication_sent_at timestamptz;

alter table auth.one_time_tokens
	drop constraint one_time_tokens_token_type_check,
	add check (token_type in (
		'confirmation_token', 'magic_link_token', 'recovery_token', 'email_change_token_new', 'email_change_token_current',
		'reauthentication_token'
	)),
	-- Answered by the browser that made the sign-up and by no other. Unlike the challenge of a link, it stays as it was made.
	add column proof_challenge text,
	add column proof_challenge_method text check (proof_challenge_method in ('s256', 'plain')),
	add check ((proof_challenge is null) = (proof_challenge_method is null));
create index one_time_tokens_mailbox on auth.one_time_tokens (relates_to, token_type, sent_at);

-- A sign-up confirmed by a link counts with its password once the browser that made it has exchanged the code.
alter table auth.flow_state add column pending_password text;

-- How many mails of a kind an address was sent, and when the last one left or is to leave. Kept for every address asked
-- for, known or not, as a hash: it answers alike, and is no list of addresses.
create table auth.mail_allowances (
	address_hash bytea not null,
	kind text not null,
	last_at timestamptz not null,
	day_began timestamptz not null,
	day_count integer not null,
	primary key (address_hash, kind)
);
create index mail_allowances_last on auth.mail_allowances (last_at);

create table auth.mfa_factors (
	id uuid primary key default gen_random_uuid(),
	user_id uuid not null references auth.users (id) on delete cascade,
	friendly_name text not null default '',
	-- Recovery codes count as a factor of their own kind, which never stands alone.
	factor_type text not null check (factor_type in ('totp', 'recovery_code')),
	status text not null default 'unverified' check (status in ('unverified', 'verified')),
	-- Encrypted with a key the database does not hold.
	secret_sealed bytea,
	-- The thirty seconds whose code was used last; none of an earlier time counts again.
	last_used_step bigint,
	last_challenged_at timestamptz,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now(),
	unique (user_id, friendly_name),
	check ((secret_sealed is not null) = (factor_type = 'totp'))
);
create unique index mfa_factors_recovery on auth.mfa_factors (user_id) where factor_type = 'recovery_code';

create table auth.mfa_challenges (
	id uuid primary key default gen_random_uuid(),
	factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
	ip_address text not null,
	verified_at timestamptz,
	created_at timestamptz not null default now()
);
create index mfa_challenges_factor on auth.mfa_challenges (factor_id, created_at);

-- For whoever has lost their second step. SHA-256 of each code, which is random and used once.
create table auth.mfa_recovery_codes (
	factor_id uuid not null references auth.mfa_factors (id) on delete cascade,
	code_hash bytea not null,
	used_at timestamptz,
	created_at timestamptz not null default now(),
	primary key (factor_id, code_hash)
);

alter table auth.sessions add column factor_id uuid references auth.mfa_factors (id) on delete set null;
create index sessions_factor on auth.sessions (factor_id);

create table auth.audit_log_entries (
	id uuid primary key default gen_random_uuid(),
	user_id uuid not null references auth.users (id) on delete cascade,
	-- In the reference server's words where it has one.
	action text not null,
	details jsonb not null default '{}',
	ip_address text,
	-- Who is to be told by mail; null where nobody is.
	notice_to text,
	created_at timestamptz not null default now()
);
create index audit_log_entries_user on auth.audit_log_entries (user_id, created_at);

do $$
declare
	name text;
begin
	foreach name in array array[
		'mail_allowances', 'mfa_factors', 'mfa_challenges', 'mfa_recovery_codes', 'audit_log_entries'
	] loop
		execute format('alter table auth.%I enable row level security', name);
		execute format('alter table auth.%I force row level security', name);
		execute format('grant select, insert, update, delete on auth.%I to shop_jobs', name);
		execute format('create policy %I on auth.%I to shop_jobs using (true) with check (true)', name || '_jobs', name);
	end loop;
end
$$;

-- What happened is not rewritten; it goes with the account, and after a time.
revoke update on auth.audit_log_entries from shop_jobs;
-- People may read what happened to their own account. The address it was told to is not for an intruder's eyes.
grant select (id, user_id, action, details, ip_address, created_at) on auth.audit_log_entries to authenticated;
create policy audit_log_entries_own on auth.audit_log_entries for select to authenticated using (user_id = (select auth.uid()));

create policy mfa_factors_owner on auth.mfa_factors for select to current_user using (true);

-- Who has switched the second step on acts only after taking it. Asked of the token as well as of the session: a token
-- from before the second step stays what it was.
create or replace function auth.require_live_session() returns void
	language plpgsql stable security definer set search_path = ''
as $$
declare
	second_step_missing boolean;
begin
	select exists (select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified')
			and (s.aal <> 'aal2' or auth.jwt() ->> 'aal' is distinct from 'aal2')
		into second_step_missing
		from auth.sessions s join auth.users u on u.id = s.user_id
		where s.id = (auth.jwt() ->> 'session_id')::uuid
			and s.user_id = auth.uid()
			and (s.not_after is null or s.not_after > now())
			and (u.banned_until is null or u.banned_until <= now());
	if second_step_missing is null then
		raise exception 'session is over' using errcode = 'HS001';
	end if;
	if second_step_missing then
		raise exception 'second step missing' using errcode = 'HS002';
	end if;
end
$$;
