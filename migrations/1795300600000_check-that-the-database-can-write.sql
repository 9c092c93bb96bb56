-- Up Migration

-- A server writes a row here and deletes it in the same transaction, to find out whether the database can still write.
create table shop.write_checks (
	checked_at timestamptz not null default now()
);
alter table shop.write_checks enable row level security;
alter table shop.write_checks force row level security;
grant select, insert, delete on shop.write_checks to shop_jobs;
create policy write_checks_jobs on shop.write_checks to shop_jobs using (true) with check (true);
