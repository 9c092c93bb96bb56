-- Up Migration

-- How many visitors took each step on the way to a guide or an account on each day, without anything about who they were. A job sums the
-- rows of purchases, downloads and the audit log, so the sums stay when those rows are deleted or lose their user. Days are UTC, like
-- those of page views.
create table shop.daily_steps (
	day date not null,
	step text not null,
	-- Null for the steps towards an account.
	catalogue_id text,
	count bigint not null check (count > 0),
	unique nulls not distinct (day, step, catalogue_id)
);
alter table shop.daily_steps enable row level security;
alter table shop.daily_steps force row level security;
grant select, insert, update on shop.daily_steps to shop_jobs;
create policy daily_steps_jobs on shop.daily_steps to shop_jobs using (true) with check (true);
