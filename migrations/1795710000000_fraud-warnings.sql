-- Up Migration

-- What card networks report before a dispute: that a payment is probably fraud. Refunding it in time avoids the dispute.
create table shop.fraud_warnings (
	-- The id that the provider gave the warning.
	id text primary key,
	payment_intent_id text not null,
	-- The provider's word for the kind of fraud.
	fraud_type text not null,
	-- Whether a refund can still avoid a dispute, as the provider says.
	is_actionable boolean not null,
	warned_at timestamptz not null,
	-- The provider's time of the newest report.
	reported_at timestamptz not null
);
create index fraud_warnings_payment_intent on shop.fraud_warnings (payment_intent_id);
alter table shop.fraud_warnings enable row level security;
alter table shop.fraud_warnings force row level security;
grant select, insert, update on shop.fraud_warnings to shop_jobs;
create policy fraud_warnings_jobs on shop.fraud_warnings to shop_jobs using (true) with check (true);
