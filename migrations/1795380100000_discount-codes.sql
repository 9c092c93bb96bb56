-- Up Migration

-- The discount codes that owners make in the admin. Each is a coupon and a promotion code at Stripe, which checks what buyers type on its
-- payment page; the shop keeps what was meant, and brings Stripe into line with it.
create table shop.discount_codes (
	id uuid primary key default gen_random_uuid(),
	code text not null check (code ~ '^[A-Z0-9]{3,20}$'),
	percent_off integer check (percent_off between 1 and 99),
	off_pence integer check (off_pence > 0),
	-- The products that it is for; null for every paid one.
	catalogue_ids text[] check (cardinality(catalogue_ids) > 0),
	starts_at timestamptz not null,
	ends_at timestamptz check (ends_at > starts_at),
	most_uses integer check (most_uses > 0),
	once_per_customer boolean not null,
	made_by text not null,
	made_at timestamptz not null,
	turned_off_at timestamptz,
	-- Stripe's id of it, and whether it can be used there; both null until it has been made.
	promotion_code_id text unique,
	is_active boolean,
	-- Why Stripe refuses it, if it does.
	refusal text,
	check ((percent_off is null) <> (off_pence is null)),
	check ((promotion_code_id is null) = (is_active is null))
);
create unique index discount_codes_code on shop.discount_codes (code) where turned_off_at is null;
alter table shop.discount_codes enable row level security;
alter table shop.discount_codes force row level security;
grant select, insert, delete, update (turned_off_at, promotion_code_id, is_active, refusal) on shop.discount_codes to shop_jobs;
create policy discount_codes_jobs on shop.discount_codes to shop_jobs using (true) with check (true);

-- Which of them a payment was made with, and what the payment page was opened with: a code can't be typed on every page.
alter table shop.checkouts add column discount_code_id uuid references shop.discount_codes (id);
alter table shop.checkouts add column code_field text not null default 'as set'
	check (code_field in ('as set', 'shown', 'shown for product', 'hidden'));
create index checkouts_discount_code on shop.checkouts (discount_code_id) where discount_code_id is not null;
