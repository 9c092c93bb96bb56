-- Up Migration

-- Whether the emails about a product's release wait until an owner sends them. Without a row they go out by themselves.
create table shop.release_emails (
	catalogue_id text primary key references public.products (id),
	waits boolean not null,
	decided_by text not null,
	decided_at timestamptz not null default now()
);
alter table shop.release_emails enable row level security;
alter table shop.release_emails force row level security;
grant select, insert, update on shop.release_emails to shop_jobs;
create policy release_emails_jobs on shop.release_emails to shop_jobs using (true) with check (true);
