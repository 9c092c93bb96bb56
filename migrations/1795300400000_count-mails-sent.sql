-- Up Migration

-- How many emails with a link or code were booked in each hour, for the whole shop: to accounts with a confirmed address, and
-- to all others. Strangers can ask for the latter, so they have a share of their own.
create table auth.mails_sent (
	hour timestamptz primary key,
	to_known integer not null default 0,
	to_others integer not null default 0
);
alter table auth.mails_sent enable row level security;
alter table auth.mails_sent force row level security;
grant select, insert, update, delete on auth.mails_sent to shop_jobs;
create policy mails_sent_jobs on auth.mails_sent to shop_jobs using (true) with check (true);
