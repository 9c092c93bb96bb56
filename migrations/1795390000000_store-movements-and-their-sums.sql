-- What has moved money: each sale, refund and lost dispute, and what they cost. Follows from the receipts, the refunds and the balance,
-- and is stored so that the lists and sums of a large shop are read by index (src/server/shop/sales/movements.ts).
create table shop.movements (
	key text primary key,
	purchase_id uuid not null,
	kind text not null check (kind in ('sale', 'refund', 'by hand', 'dispute', 'dispute fee', 'returned payment')),
	-- What the list of sales can be filtered by.
	what text not null generated always as (
		case
			when kind = 'sale' then 'sales' when kind in ('refund', 'by hand') then 'refunds'
			when kind = 'returned payment' then 'returned' else 'disputes'
		end
	) stored,
	at timestamptz not null,
	-- In London.
	day date not null,
	-- Negative if the money went back. The fee is null while it is not known.
	gross_pence integer not null,
	vat_pence integer not null,
	fee_pence integer,
	catalogue_id text not null,
	-- Of the purchase.
	status text not null,
	country text,
	payout_id text
);
create index movements_newest on shop.movements (at, key);
create index movements_purchase on shop.movements (purchase_id);
create index movements_what on shop.movements (what, at, key) where what <> 'sales';
create index movements_product on shop.movements (catalogue_id, at, key);
create index movements_status on shop.movements (status, at, key) where status <> 'paid';
create index movements_country on shop.movements (country, at, key);
alter table shop.movements enable row level security;
alter table shop.movements force row level security;
grant select, insert, update, delete on shop.movements to shop_jobs;
create policy movements_jobs on shop.movements to shop_jobs using (true) with check (true);

-- The sums of the movements of each day.
create table shop.movement_sums (
	day date not null,
	kind text not null,
	catalogue_id text not null,
	status text not null,
	country text,
	payout_id text,
	movements integer not null,
	gross_pence bigint not null,
	vat_pence bigint not null,
	-- Those not known count as 0.
	fee_pence bigint not null,
	fees_unknown integer not null
);
create unique index movement_sums_of_day on shop.movement_sums (day, kind, catalogue_id, status, country, payout_id) nulls not distinct;
alter table shop.movement_sums enable row level security;
alter table shop.movement_sums force row level security;
grant select, insert, update, delete on shop.movement_sums to shop_jobs;
create policy movement_sums_jobs on shop.movement_sums to shop_jobs using (true) with check (true);

-- Purchases whose movements are to be stored anew. A change only adds a line, so that no sale waits for another.
create table shop.changed_purchases (
	id bigint generated always as identity primary key,
	purchase_id uuid not null
);
alter table shop.changed_purchases enable row level security;
alter table shop.changed_purchases force row level security;
grant select, insert, delete on shop.changed_purchases to shop_jobs;
create policy changed_purchases_jobs on shop.changed_purchases to shop_jobs using (true) with check (true);
create policy changed_purchases_owner on shop.changed_purchases for insert to current_user with check (true);

-- Since when every purchase is either stored or among the changed ones; no row until then.
create table shop.movements_filled (at timestamptz primary key default now());
alter table shop.movements_filled enable row level security;
alter table shop.movements_filled force row level security;
grant select, insert on shop.movements_filled to shop_jobs;
create policy movements_filled_jobs on shop.movements_filled to shop_jobs using (true) with check (true);

create function shop.note_changed_purchase() returns trigger
	language plpgsql set search_path = ''
as $$
declare
	changed record;
begin
	if tg_op = 'DELETE' then changed := old; else changed := new; end if;
	insert into shop.changed_purchases (purchase_id) values (changed.purchase_id);
	return null;
end
$$;
create function shop.note_changed_status() returns trigger
	language plpgsql set search_path = ''
as $$
begin
	insert into shop.changed_purchases (purchase_id) values (new.id);
	return null;
end
$$;
create function shop.note_changed_payment() returns trigger
	language plpgsql set search_path = ''
as $$
declare
	changed record;
begin
	if tg_op = 'DELETE' then changed := old; else changed := new; end if;
	insert into shop.changed_purchases (purchase_id)
	select c.purchase_id from shop.checkouts c where c.payment_intent_id = changed.payment_intent_id;
	return null;
end
$$;

create trigger receipts_changed after insert or delete or update of paid_at, amount_pence, vat_pence on public.receipts
	for each row execute function shop.note_changed_purchase();
create trigger refunds_changed after insert or delete or update of stands, kind, amount_pence, at on public.refunds
	for each row execute function shop.note_changed_purchase();
create trigger checkouts_changed after update of payment_intent_id on shop.checkouts
	for each row when (old.payment_intent_id is distinct from new.payment_intent_id) execute function shop.note_changed_purchase();
-- A purchase that is completed gets its receipt in the same transaction.
create trigger purchases_changed after update of status on public.purchases
	for each row when (old.status is distinct from new.status and not (old.status = 'pending' and new.status = 'completed'))
	execute function shop.note_changed_status();
create trigger balance_movements_changed after insert or delete or update on shop.balance_movements
	for each row execute function shop.note_changed_payment();
