-- One event for each Checkout Session that was paid or has expired, and one for each refund or dispute. Each is as long as the real event that is
-- its template.
insert into shop.payment_events (id, type, payload, received_at, processed_at, outcome)
select 'evt_' || left(md5(kind || n), 24), type, format($1::text, session_id, coalesce(intent_id, ''), id, payer_id, catalogue_id)::jsonb, at, at, 'applied'
from scale.sales, lateral (
	values ('checkout.session.completed', 'c', case when intent_id is not null then paid_at end),
		('checkout.session.expired', 'e', case when outcome = 'expired' then begun_at + interval '23 hours' end),
		('charge.refunded', 'r', case when outcome = 'refunded' then ended_at end),
		('charge.dispute.created', 'd', case when outcome in ('lost', 'disputed') then ended_at end)
) told (type, kind, at)
where at is not null order by at;
