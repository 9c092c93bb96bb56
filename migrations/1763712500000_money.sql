-- Up Migration

-- Which edition of its file a product now has, as an ISO date, and whether the catalogue has dropped it. What is withdrawn
-- cannot be bought or taken any more; whoever owns it keeps it. Its names are free for other products.
alter table public.products add column edition text check (edition ~ '^\d{4}-\d{2}-\d{2}$');
alter table public.products add column withdrawn boolean not null default false;
alter table public.products drop constraint products_product_id_key;
alter table public.products drop constraint products_slug_key;
alter table public.products drop constraint products_title_key;
create unique index products_offered_product_id on public.products (product_id) where not withdrawn;
create unique index products_offered_slug on public.products (slug) where not withdrawn;
create unique index products_offered_title on public.products (title) where not withdrawn;

drop policy purchases_take_free on public.purchases;
create policy purchases_take_free on public.purchases for insert to authenticated with check (
	user_id = (select auth.uid())
	and price = 0 and status = 'completed' and currency = 'GBP' and stripe_session_id is null
	and exists (
		select from public.products p
		where p.id = catalogue_id and p.product_id = purchases.product_id and p.title = product_name
			and p.is_free and not p.coming_soon and not p.withdrawn
	)
);

create or replace function shop.fill_catalogue_id() returns trigger
	language plpgsql set search_path = ''
as $$
begin
	if new.catalogue_id is null then
		-- An unknown product gets no id at all and is refused by the policy, as any other that may not be taken.
		select p.id into new.catalogue_id from public.products p
			where p.product_id = new.product_id and not p.withdrawn;
		new.catalogue_id := coalesce(new.catalogue_id, '');
	end if;
	return new;
end
$$;

create or replace function shop.may_download(person uuid, file_name text) returns boolean
	language sql stable set search_path = ''
	return exists (
		select from public.products p
		where p.file_name = may_download.file_name
			and not p.coming_soon
			and ((p.is_free and not p.withdrawn) or exists (
				select from public.purchases u
				where u.catalogue_id = p.id and u.user_id = may_download.person and u.status = 'completed'
			))
	);

-- Who has fetched which edition, for their own eyes. Several requests of one download (ranges, a resumed one, an impatient
-- second click) are one: a line stands for ten minutes.
create table public.downloads (
	id uuid primary key default gen_random_uuid(),
	user_id uuid references auth.users (id) on delete set null,
	catalogue_id text not null references public.products (id),
	file_name text not null,
	edition text,
	sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
	at timestamptz not null,
	period timestamptz generated always as (date_bin('10 minutes', at, 'epoch'::timestamptz)) stored,
	unique (user_id, file_name, sha256, period)
);
create index downloads_product on public.downloads (catalogue_id);
alter table public.downloads enable row level security;
alter table public.downloads force row level security;
grant select on public.downloads to authenticated;
grant select, insert on public.downloads to shop_jobs;
create policy downloads_read_own on public.downloads for select to authenticated using (user_id = (select auth.uid()));
create policy downloads_jobs on public.downloads to shop_jobs using (true) with check (true);

-- One receipt a paid purchase, as it was at the sale: a later change of the seller, the price or the wording changes none.
create table public.receipts (
	id uuid primary key default gen_random_uuid(),
	serial bigint generated always as identity unique,
	number text not null generated always as ('HS-' || lpad(serial::text, greatest(6, length(serial::text)), '0')) stored,
	purchase_id uuid not null unique references public.purchases (id),
	user_id uuid references auth.users (id) on delete set null,
	product_name text not null,
	-- What was paid, VAT included where any was due, and how much of it was VAT.
	amount_pence integer not null check (amount_pence >= 0),
	amount numeric(10, 2) not null generated always as (amount_pence / 100.0) stored,
	vat_pence integer not null default 0 check (vat_pence between 0 and amount_pence),
	vat numeric(10, 2) not null generated always as (vat_pence / 100.0) stored,
	currency text not null check (currency = 'GBP'),
	-- Null on a local run, where nothing is sold.
	seller_name text,
	seller_address text,
	seller_email text,
	seller_vat_number text,
	-- What the buyer agreed to on the hosted checkout, in the words they were shown; null where none was asked or given.
	consent_wording text,
	consent_at timestamptz,
	paid_at timestamptz not null,
	mailed_at timestamptz
);
create index receipts_user on public.receipts (user_id);
alter table public.receipts enable row level security;
alter table public.receipts force row level security;
grant select on public.receipts to authenticated;
grant select, insert on public.receipts to shop_jobs;
grant update (mailed_at) on public.receipts to shop_jobs;
create policy receipts_read_own on public.receipts for select to authenticated using (user_id = (select auth.uid()));
create policy receipts_jobs on public.receipts to shop_jobs using (true) with check (true);

-- The consent as the provider's session tells it, and what else a receipt needs of the payment.
alter table shop.checkouts add column consent_wording text;
alter table shop.checkouts add column consent_at timestamptz;
alter table shop.checkouts add column vat_pence integer not null default 0;
-- Since when the money has been on its way: a bank debit that the buyer has ordered and the bank has not yet carried out.
alter table shop.checkouts add column settling_since timestamptz;

-- What became of an event: 'applied', or 'ignored' because it is about nothing of ours.
alter table shop.payment_events add column outcome text check (outcome in ('applied', 'ignored'));

-- Mails a mail server has refused for good, for the operator to look at.
create table shop.refused_mails (
	id bigint generated always as identity primary key,
	-- The job that could not be done, and what it was about.
	job text not null,
	reference text not null,
	reason text not null,
	refused_at timestamptz not null default now(),
	unique (job, reference)
);
alter table shop.refused_mails enable row level security;
alter table shop.refused_mails force row level security;
grant select, insert, update, delete on shop.refused_mails to shop_jobs;
create policy refused_mails_jobs on shop.refused_mails to shop_jobs using (true) with check (true);
