-- Up Migration

-- What the owner was last emailed about, so that each kind of alert goes out at most once a day, from whichever server.
create table shop.alerts (
	kind text primary key,
	raised_at timestamptz not null,
	-- What the email says.
	content jsonb not null,
	-- The cases that it named, such as disputes. Another one is news; these are not.
	cases text[] not null
);
alter table shop.alerts enable row level security;
alter table shop.alerts force row level security;
grant select, insert, update on shop.alerts to shop_jobs;
create policy alerts_jobs on shop.alerts to shop_jobs using (true) with check (true);

-- What the latest audit found.
create table shop.latest_audit (
	is_only boolean primary key default true check (is_only),
	finished_at timestamptz not null,
	differences integer not null check (differences >= 0)
);
alter table shop.latest_audit enable row level security;
alter table shop.latest_audit force row level security;
grant select, insert, update on shop.latest_audit to shop_jobs;
create policy latest_audit_jobs on shop.latest_audit to shop_jobs using (true) with check (true);

-- Until when the bank accepts the shop's answer to a dispute; null if it expects none.
alter table shop.disputes add column answer_by timestamptz;

create index payment_events_received on shop.payment_events (received_at);
