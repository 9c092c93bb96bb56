-- The shop's answers to disputes: drafts until they are sent, once.
create table shop.dispute_answers (
	-- The id that the provider gave the dispute.
	dispute_id text primary key,
	text text not null check (text <> ''),
	saved_at timestamptz not null default now(),
	-- Set while it is being sent, so that two members cannot send two.
	sending_since timestamptz,
	sent_at timestamptz
);
alter table shop.dispute_answers enable row level security;
alter table shop.dispute_answers force row level security;
grant select, insert, update on shop.dispute_answers to shop_jobs;
create policy dispute_answers_jobs on shop.dispute_answers to shop_jobs using (true) with check (true);
