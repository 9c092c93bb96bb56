-- Which site the database belongs to, and whether the shop may act on it: charge, refund, email, and compare with the provider. If the
-- database was restored from a backup or belongs to another site, the shop may not, until the owner resumes it. Backups leave this table
-- out.
create table shop.live_site (
	is_only boolean primary key default true check (is_only),
	-- Null until a public site has opened the database.
	site_url text,
	-- When it was restored, and when its backup was made; null once the owner has resumed the shop.
	restored_at timestamptz,
	restored_from timestamptz,
	-- Who resumed it last, and when.
	resumed_by text,
	resumed_at timestamptz,
	check ((restored_at is null) = (restored_from is null))
);
insert into shop.live_site default values;
alter table shop.live_site enable row level security;
alter table shop.live_site force row level security;
grant select, update on shop.live_site to shop_jobs;
create policy live_site_jobs on shop.live_site to shop_jobs using (true) with check (true);
create policy live_site_owner on shop.live_site to current_user using (true) with check (true);
