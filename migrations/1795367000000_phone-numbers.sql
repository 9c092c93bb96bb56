-- Up Migration

-- Numbers that users sign in with, in E.164 without the plus sign, as in the reference server.
alter table auth.users
	add column phone text unique check (phone ~ '^[1-9][0-9]{1,14}$'),
	add column phone_confirmed_at timestamptz,
	-- When its user last typed a code that was sent to it. Numbers are given to other people in time.
	add column phone_proved_at timestamptz,
	-- The number the user wants to have, until a code sent to it is typed.
	add column phone_change text check (phone_change ~ '^[1-9][0-9]{1,14}$'),
	add column phone_change_sent_at timestamptz,
	add constraint users_anonymous_has_no_phone check (not is_anonymous or phone is null) not valid;

alter table auth.one_time_tokens
	-- How its code is sent: null for an email.
	add column channel text check (channel in ('sms', 'whatsapp')),
	drop constraint one_time_tokens_token_type_check,
	add constraint one_time_tokens_token_type_check check (token_type in (
		'confirmation_token', 'magic_link_token', 'recovery_token', 'email_change_token_new', 'email_change_token_current',
		'reauthentication_token', 'invite_token', 'phone_token', 'phone_change_token'
	)) not valid;

alter table auth.mfa_factors
	-- Where the codes of a second step by phone go.
	add column phone text,
	drop constraint mfa_factors_factor_type_check,
	add constraint mfa_factors_factor_type_check
		check (factor_type in ('totp', 'recovery_code', 'webauthn', 'phone')) not valid,
	add constraint mfa_factors_phone_check check ((phone is not null) = (factor_type = 'phone')) not valid;

alter table auth.mfa_challenges
	add column channel text check (channel in ('sms', 'whatsapp')),
	-- SHA-256 of the code that was sent, made when it is.
	add column code_hash bytea;

-- What text messages cost on each day, by country: strangers can ask for them, and some earn from each.
create table auth.texts_sent (
	day date not null,
	-- ISO code.
	country text not null,
	-- To confirmed numbers, and to all others.
	to_known integer not null default 0,
	to_others integer not null default 0,
	-- By the prices in the settings.
	cost_pence numeric(12, 2) not null default 0,
	-- How many of the codes were typed correctly. Machines that earn from messages type none.
	used integer not null default 0,
	-- How many messages the gateway did not take, and how many were not sent because a limit was reached.
	failed integer not null default 0,
	refused integer not null default 0,
	primary key (day, country)
);
alter table auth.texts_sent enable row level security;
alter table auth.texts_sent force row level security;
grant select, insert, update, delete on auth.texts_sent to shop_jobs;
create policy texts_sent_jobs on auth.texts_sent to shop_jobs using (true) with check (true);
