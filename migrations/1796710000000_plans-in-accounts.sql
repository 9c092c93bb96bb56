-- Up Migration

-- The budget planner's numbers of users who want them on all their devices. Only the user reads and writes them; the server may read them
-- for a copy of the user's data. They are deleted with the account.
create table public.plans (
	id uuid primary key default gen_random_uuid(),
	user_id uuid not null unique default auth.uid() references auth.users (id) on delete cascade,
	-- As the planner saves it: JSON.
	plan text not null check (octet_length(plan) <= 250000),
	-- Grows with each change. A device changes only the version that it knows, so that none undoes what another has written.
	version bigint not null check (version > 0)
);
alter table public.plans enable row level security;
alter table public.plans force row level security;
grant select, delete on public.plans to authenticated;
grant insert (user_id, plan, version), update (plan, version) on public.plans to authenticated;
grant select on public.plans to shop_jobs;
create policy plans_read_own on public.plans for select to authenticated using (user_id = (select auth.uid()));
create policy plans_write on public.plans for insert to authenticated with check (
	user_id = (select auth.uid())
	and exists (
		select from public.products g
		where g.slug = 'budget-planner' and (
			g.is_free
			or exists (
				select from public.purchases p
				where p.user_id = plans.user_id and p.catalogue_id = g.id and p.status = 'completed'
			)
		)
	)
);
create policy plans_change on public.plans for update to authenticated
	using (user_id = (select auth.uid()))
	with check (user_id = (select auth.uid()));
create policy plans_remove on public.plans for delete to authenticated using (user_id = (select auth.uid()));
create policy plans_jobs on public.plans for select to shop_jobs using (true);
