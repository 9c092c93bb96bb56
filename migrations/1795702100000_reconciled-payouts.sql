-- Up Migration

-- Whether Stripe has finished working out which movements a payout consists of. Only then can they be listed.
alter table shop.payouts add column is_reconciled boolean not null default false;
-- Payouts were read before they were reconciled, and then never again. Those that seemed to consist of nothing are read again, and so are
-- those that came after one that did not arrive, because they may contain its money.
alter table shop.payouts no force row level security;
alter table shop.balance_movements no force row level security;
update shop.payouts p set is_itemised = false
where not exists (select from shop.balance_movements m where m.payout_id = p.id)
	or exists (
		select from shop.payouts returned
		where returned.status in ('failed', 'canceled') and p.created_at >= returned.created_at
	);
alter table shop.payouts force row level security;
alter table shop.balance_movements force row level security;
