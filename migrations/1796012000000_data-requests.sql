-- Up Migration

-- Requests and complaints of users about their personal data, which belong to no purchase.
alter table shop.requests
	alter column purchase_id drop not null,
	drop constraint requests_kind_check,
	add constraint requests_kind_check check (kind in ('refund', 'cancellation', 'help', 'data request', 'data complaint'));
create unique index requests_data_open on shop.requests (user_id, kind) where purchase_id is null and answered_at is null;
