-- Up Migration

-- A bank asks for an answer at up to three stages: an inquiry, the dispute itself, and an appeal against its decision. Each has a
-- deadline and an answer of its own.
alter table shop.disputes
	add column stage text not null default 'dispute' check (stage in ('inquiry', 'dispute', 'appeal'));
alter table shop.dispute_answers
	add column stage text not null default 'dispute' check (stage in ('inquiry', 'dispute', 'appeal')),
	drop constraint dispute_answers_pkey,
	add primary key (dispute_id, stage);
alter table shop.disputes no force row level security;
alter table shop.dispute_answers no force row level security;
update shop.disputes set stage = 'inquiry' where state = 'inquiry';
update shop.dispute_answers set stage = 'inquiry' where dispute_id in (select id from shop.disputes where state = 'inquiry');
alter table shop.disputes force row level security;
alter table shop.dispute_answers force row level security;
