-- Up Migration

-- Messages that wallets have signed and that signed somebody in, by their hash: each works once. Removed once they have expired.
create table auth.used_web3_messages (
	message_hash bytea primary key,
	used_at timestamptz not null default now()
);
create index used_web3_messages_age on auth.used_web3_messages (used_at);
alter table auth.used_web3_messages enable row level security;
alter table auth.used_web3_messages force row level security;
grant select, insert, update, delete on auth.used_web3_messages to shop_jobs;
create policy used_web3_messages_jobs on auth.used_web3_messages to shop_jobs using (true) with check (true);
