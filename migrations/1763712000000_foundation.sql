-- Up Migration

-- Who may act, and the rooms they act in. `anon` and `authenticated` are the two kinds of caller a request can be;
-- `shop_jobs` is the server's own work. None can log in, none bypasses row level security: the two run-time logins are
-- made at start and can only become these. Roles belong to the whole cluster, so another shop may have made them already.
do $$
declare
	wanted text;
begin
	foreach wanted in array array['anon', 'authenticated', 'shop_jobs'] loop
		begin
			execute format('create role %I nologin noinherit', wanted);
		exception when duplicate_object or unique_violation then
			null;
		end;
	end loop;
end
$$;

revoke create on schema public from public;
revoke execute on all functions in schema public from public;
alter default privileges revoke execute on functions from public;

create schema auth;
create schema storage;
create schema shop;

grant usage on schema public to anon, authenticated, shop_jobs;
grant usage on schema auth to anon, authenticated, shop_jobs;
grant usage on schema storage to authenticated, shop_jobs;
grant usage on schema shop to authenticated, shop_jobs;

-- The caller's claims, set for the length of one transaction by the server after it has verified the token.
create function auth.jwt() returns jsonb
	language sql stable set search_path = ''
	return coalesce(nullif(current_setting('request.jwt.claims', true), '')::jsonb, '{}'::jsonb);

create function auth.uid() returns uuid
	language sql stable set search_path = ''
	return nullif(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub', '')::uuid;

create function auth.role() returns text
	language sql stable set search_path = ''
	return current_user;

grant execute on function auth.jwt(), auth.uid(), auth.role() to anon, authenticated, shop_jobs;

-- Counters of the rate limits, in the form `rate-limiter-flexible` keeps them. They hold no names: keys are hashed.
create table shop.rate_limits (
	key varchar(255) primary key,
	points integer not null default 0,
	expire bigint
);
create index rate_limits_expire on shop.rate_limits (expire);
alter table shop.rate_limits enable row level security;
alter table shop.rate_limits force row level security;
grant select, insert, update, delete on shop.rate_limits to shop_jobs;
create policy rate_limits_jobs on shop.rate_limits to shop_jobs using (true) with check (true);
