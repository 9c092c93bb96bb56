-- Up Migration

-- The marketing claims that owners have confirmed in the admin, with what proves them. Nobody can change or remove one: it is withdrawn, or
-- replaced by a later one, and stays as the record of what the shop knew when it showed the claim.
create table shop.claim_confirmations (
	id uuid primary key default gen_random_uuid(),
	claim text not null,
	-- What was confirmed. If a release says something else, the claim has to be confirmed again.
	words text not null,
	evidence text not null check (char_length(evidence) between 1 and 2000),
	confirmed_by text not null,
	confirmed_at timestamptz not null default now(),
	withdrawn_by text,
	withdrawn_at timestamptz,
	check ((withdrawn_at is null) = (withdrawn_by is null))
);
create unique index claim_confirmations_standing on shop.claim_confirmations (claim) where withdrawn_at is null;
alter table shop.claim_confirmations enable row level security;
alter table shop.claim_confirmations force row level security;
grant select, insert, update (withdrawn_by, withdrawn_at) on shop.claim_confirmations to shop_jobs;
create policy claim_confirmations_jobs on shop.claim_confirmations to shop_jobs using (true) with check (true);
