-- Up Migration

-- The catalogue as the database sees it: written by the server at start from `catalogue/`, read by anyone.
create table public.products (
	id text primary key,
	-- The product's id on the wire: the provider's for a paid product, the catalogue's own for any other.
	product_id text not null unique,
	slug text not null unique,
	title text not null unique,
	description text not null,
	category text not null,
	price_pence integer check (price_pence > 0),
	price numeric(10, 2) generated always as (price_pence / 100.0) stored,
	currency text not null check (currency = 'GBP'),
	is_free boolean not null,
	coming_soon boolean not null,
	file_name text,
	updated_at timestamptz not null default now(),
	check (not (is_free and price_pence is not null)),
	check (coming_soon or is_free or price_pence is not null)
);
create index products_file on public.products (file_name);

alter table public.products enable row level security;
alter table public.products force row level security;
grant select on public.products to anon, authenticated;
grant select, insert, update, delete on public.products to shop_jobs;
create policy products_read on public.products for select to anon, authenticated using (true);
create policy products_jobs on public.products to shop_jobs using (true) with check (true);

-- Who has which guide. `price` is the snapshot taken when the purchase began, in pounds as the wire has it; inside the
-- house `price_pence` is the amount. `product_name` is kept for the record; ownership goes by `catalogue_id`.
create table public.purchases (
	id uuid primary key default gen_random_uuid(),
	user_id uuid default auth.uid() references auth.users (id) on delete set null,
	catalogue_id text not null references public.products (id),
	product_id text not null,
	product_name text not null,
	price numeric(10, 2) not null check (price >= 0),
	price_pence integer generated always as ((price * 100)::integer) stored,
	currency text not null default 'GBP' check (currency = 'GBP'),
	status text not null check (status in (
		'pending', 'completed', 'refunded', 'disputed', 'expired', 'failed', 'duplicate', 'held'
	)),
	stripe_session_id text unique,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now()
);
create unique index purchases_owned_once on public.purchases (user_id, catalogue_id) where status = 'completed';
create unique index purchases_pending_once on public.purchases (user_id, catalogue_id) where status = 'pending';
create index purchases_catalogue on public.purchases (catalogue_id);
create index purchases_open on public.purchases (created_at) where status in ('pending', 'held');

alter table public.purchases enable row level security;
alter table public.purchases force row level security;
grant select on public.purchases to authenticated;
grant insert (user_id, product_id, product_name, price, status, currency) on public.purchases to authenticated;
grant update (status) on public.purchases to authenticated;
grant select, insert, update on public.purchases to shop_jobs;
create policy purchases_read_own on public.purchases for select to authenticated using (user_id = (select auth.uid()));
create policy purchases_take_free on public.purchases for insert to authenticated with check (
	user_id = (select auth.uid())
	and price = 0 and status = 'completed' and currency = 'GBP' and stripe_session_id is null
	and exists (
		select from public.products p
		where p.id = catalogue_id and p.product_id = purchases.product_id and p.title = product_name
			and p.is_free and not p.coming_soon
	)
);
-- The client of the spec sets 'completed' itself; here that is allowed only where it changes nothing.
create policy purchases_update_nothing on public.purchases for update to authenticated
	using (user_id = (select auth.uid()) and status = 'completed')
	with check (user_id = (select auth.uid()) and status = 'completed');
create policy purchases_jobs on public.purchases to shop_jobs using (true) with check (true);

-- The browser names the product by its wire id; ownership needs the catalogue's.
create function shop.fill_catalogue_id() returns trigger
	language plpgsql set search_path = ''
as $$
begin
	if new.catalogue_id is null then
		-- An unknown product gets no id at all and is refused by the policy, as any other that may not be taken.
		select p.id into new.catalogue_id from public.products p where p.product_id = new.product_id;
		new.catalogue_id := coalesce(new.catalogue_id, '');
	end if;
	return new;
end
$$;
create trigger purchases_catalogue_id before insert on public.purchases
	for each row execute function shop.fill_catalogue_id();

create function shop.touch() returns trigger
	language plpgsql set search_path = ''
as $$
begin
	new.updated_at := now();
	return new;
end
$$;
create trigger purchases_touch before update on public.purchases for each row execute function shop.touch();

-- Every state a purchase has been in, and why. Nothing may change or remove a line: there is no grant for it.
create table shop.purchase_history (
	id bigint generated always as identity primary key,
	purchase_id uuid not null references public.purchases (id),
	from_status text,
	to_status text not null,
	-- What moved it: 'client', 'event', 'success page', 'reconciliation' …; set by the server for its own moves.
	cause text not null,
	at timestamptz not null default now()
);
create index purchase_history_purchase on shop.purchase_history (purchase_id);
alter table shop.purchase_history enable row level security;
alter table shop.purchase_history force row level security;
grant select on shop.purchase_history to shop_jobs;
create policy purchase_history_jobs on shop.purchase_history for select to shop_jobs using (true);
create policy purchase_history_owner on shop.purchase_history for insert to current_user with check (true);

create function shop.record_history() returns trigger
	language plpgsql security definer set search_path = ''
as $$
begin
	if tg_op = 'INSERT' or new.status is distinct from old.status then
		insert into shop.purchase_history (purchase_id, from_status, to_status, cause)
		values (
			new.id,
			case when tg_op = 'UPDATE' then old.status end,
			new.status,
			coalesce(nullif(current_setting('shop.cause', true), ''), 'client')
		);
	end if;
	return null;
end
$$;
create trigger purchases_history after insert or update on public.purchases
	for each row execute function shop.record_history();

-- One row a paid purchase: the provider's side of it, which the browser never needs.
create table shop.checkouts (
	purchase_id uuid primary key references public.purchases (id),
	-- Part of the idempotency key: raised only after the provider has definitely refused the attempt before.
	attempt integer not null default 1,
	session_id text unique,
	url text,
	expires_at timestamptz,
	payment_intent_id text,
	amount_paid_pence integer,
	refund_id text,
	-- What did not match, in the operator's words, for a purchase that is `held`.
	held_reason text,
	created_at timestamptz not null default now(),
	updated_at timestamptz not null default now()
);
create index checkouts_payment_intent on shop.checkouts (payment_intent_id);
create trigger checkouts_touch before update on shop.checkouts for each row execute function shop.touch();
alter table shop.checkouts enable row level security;
alter table shop.checkouts force row level security;
grant select, insert, update on shop.checkouts to shop_jobs;
create policy checkouts_jobs on shop.checkouts to shop_jobs using (true) with check (true);

-- Each event the payment provider has told us, once, written together with the job that acts on it.
create table shop.payment_events (
	id text primary key,
	type text not null,
	payload jsonb not null,
	received_at timestamptz not null default now(),
	processed_at timestamptz
);
alter table shop.payment_events enable row level security;
alter table shop.payment_events force row level security;
grant select, insert, update on shop.payment_events to shop_jobs;
create policy payment_events_jobs on shop.payment_events to shop_jobs using (true) with check (true);
