-- Up Migration

-- How often each page was looked at on each day, and nothing of who looked. Pages the shop does not have are one row, '(other)'.
create table shop.page_views (
	day date not null,
	path text not null check (length(path) <= 200),
	views bigint not null check (views > 0),
	primary key (day, path)
);
alter table shop.page_views enable row level security;
alter table shop.page_views force row level security;
grant select, insert, update on shop.page_views to shop_jobs;
create policy page_views_jobs on shop.page_views to shop_jobs using (true) with check (true);
