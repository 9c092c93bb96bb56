-- The VAT of a part refund is now the difference of two running totals. The stored movements of purchases with several parts are computed
-- again.
alter table public.refunds no force row level security;
alter table shop.changed_purchases no force row level security;
insert into shop.changed_purchases (purchase_id)
	select purchase_id from public.refunds where stands group by purchase_id having count(*) > 1;
alter table shop.changed_purchases force row level security;
alter table public.refunds force row level security;
