-- Up Migration

-- Several guides that are sold together at one price. A bundle has a row among the products, which is withdrawn from the start: its title,
-- its sentence (the description) and its price are there, and it can be bought only through this table. Nothing of a bundle changes once it is
-- made, so that what a purchase contains never changes either: another set is another bundle.
create table shop.bundles (
	id text primary key references public.products (id) check (id ~ '^bundle-[0-9a-f]+$'),
	made_by text not null,
	made_at timestamptz not null,
	withdrawn_by text,
	withdrawn_at timestamptz,
	check ((withdrawn_at is null) = (withdrawn_by is null))
);
alter table shop.bundles enable row level security;
alter table shop.bundles force row level security;
grant select, insert, update (withdrawn_by, withdrawn_at) on shop.bundles to shop_jobs;
create policy bundles_jobs on shop.bundles to shop_jobs using (true) with check (true);

create table shop.bundle_contents (
	bundle_id text not null references shop.bundles (id),
	catalogue_id text not null references public.products (id),
	primary key (bundle_id, catalogue_id)
);
create index bundle_contents_guide on shop.bundle_contents (catalogue_id);
alter table shop.bundle_contents enable row level security;
alter table shop.bundle_contents force row level security;
grant select, insert on shop.bundle_contents to shop_jobs;
create policy bundle_contents_jobs on shop.bundle_contents to shop_jobs using (true) with check (true);

-- The purchase of a bundle has the payment and the receipt. Each of its guides is a purchase of its own at no price, so that everything that
-- asks who owns a guide finds it, and follows the purchase of the bundle.
alter table public.purchases add column part_of uuid references public.purchases (id);
create index purchases_parts on public.purchases (part_of) where part_of is not null;

-- Delivers the guides of a bundle, and takes them away. In the database, so that a server of the release before does it as well. A purchase on
-- hold leaves them as they are, which is not owned.
create function shop.move_parts() returns trigger
	language plpgsql set search_path = ''
as $$
begin
	if new.status = 'completed' then
		insert into public.purchases
			(user_id, catalogue_id, product_id, product_name, price, currency, status, part_of, created_at)
		select new.user_id, g.id, g.product_id, g.title, 0, new.currency, 'completed', new.id, new.created_at
		from shop.bundle_contents c join public.products g on g.id = c.catalogue_id
		where c.bundle_id = new.catalogue_id and not exists (
			select from public.purchases part where part.part_of = new.id and part.catalogue_id = c.catalogue_id
		);
	end if;
	update public.purchases set status = new.status where part_of = new.id and status <> new.status;
	return null;
end
$$;
create trigger purchases_move_parts after update of status on public.purchases
	for each row when (
		new.catalogue_id like 'bundle-%' and new.status is distinct from old.status
		and new.status in ('completed', 'refunded', 'disputed')
	)
	execute function shop.move_parts();

-- A guide from a bundle was bought. A bundle itself has no reviews: its guides do.
create or replace function shop.prepare_review() returns trigger
	language plpgsql set search_path = ''
as $$
begin
	if tg_op = 'UPDATE' and new.rating = old.rating and new.body = old.body then
		return new;
	end if;
	new.body := shop.plain_text(new.body);
	if tg_op = 'UPDATE' then
		new.edited_at := now();
		return new;
	end if;
	new.author_name := shop.reviewer_name();
	if new.author_name is null then
		raise exception 'a review needs an account with a confirmed address' using errcode = '42501';
	end if;
	if new.catalogue_id like 'bundle-%' then
		raise exception 'a review is about a guide' using errcode = '42501';
	end if;
	-- Locks the purchase, so that a concurrent refund is either seen here or sees the review. Without a purchase the policy refuses.
	select case when p.price > 0 or p.part_of is not null then 'bought' else 'free' end into new.acquired
		from public.purchases p
		where p.user_id = auth.uid() and p.catalogue_id = new.catalogue_id and p.status = 'completed'
		for share;
	return new;
end
$$;
