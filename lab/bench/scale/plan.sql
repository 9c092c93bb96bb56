-- Decides who bought what and when, in tables that are dropped once the shop's own tables have been filled from them (rows.sql and events.sql).
create schema scale;

create table scale.size as
select $1::integer as users, now() - interval '3 years' as began, now() - interval '15 minutes' as ended;

-- Returns a number from 0 up to 1 for a row, the same each time; different for each seed.
create function scale.draw(n bigint, seed integer) returns float8 language sql immutable
	return ((hashint8extended(n, seed) >> 11) & 4503599627370495) / 4503599627370496.0;

-- Products that are no longer sold. With them there are four paid guides, one for each paid purchase of a user.
insert into public.products
	(id, product_id, slug, title, description, category, price_pence, currency, is_free, coming_soon, file_name, withdrawn)
values
	('w1', 'prod_w1', 'first-job', 'The First Job Handbook', 'A guide that is not sold any more.', 'career', 1299, 'GBP', false, false, 'FirstJob.pdf', true),
	('w2', 'prod_w2', 'thesis', 'The Thesis Planner', 'A guide that is not sold any more.', 'study', 999, 'GBP', false, false, 'Thesis.pdf', true);

-- The users. More of them signed up lately than at the beginning. One in a hundred has deleted the account, one in five signs in with Google.
create unlogged table scale.people as
select n, gen_random_uuid() as id, lower(first || '.' || last) || n || '@student.example' as email, first || ' ' || last as name,
	began + (ended - began) * sqrt((n - 1)::float8 / users) as at,
	scale.draw(n, 1) < 0.01 as is_deleted, scale.draw(n, 2) < 0.2 as is_google
from scale.size, generate_series(1, users) n, lateral (
	select
		(array['Amara', 'Ben', 'Chloe', 'Dylan', 'Ella', 'Farah', 'George', 'Hannah', 'Imran', 'Jade', 'Kofi', 'Leah', 'Mohammed', 'Niamh',
			'Olivia', 'Priya', 'Quinn', 'Rhys', 'Sofia', 'Tom', 'Uma', 'Violet', 'Wei', 'Yusuf', 'Zara'])[1 + floor(25 * scale.draw(n, 3))::integer] as first,
		(array['Ahmed', 'Begum', 'Brown', 'Clarke', 'Davies', 'Evans', 'Foster', 'Green', 'Hughes', 'Hussain', 'Jones', 'Kaur', 'Khan', 'Lewis',
			'Martin', 'Murphy', 'Okafor', 'Patel', 'Roberts', 'Singh', 'Smith', 'Taylor', 'Walker', 'Williams', 'Wright'])[1 + floor(25 * scale.draw(n, 4))::integer] as last
) named;

-- Five purchases for each user, of different products: one guide that is free and four that have a price. Of those four, 12 % were never paid for,
-- 2 % were refunded and 0.5 % were disputed.
create unlogged table scale.sales as
select sale.*,
	case when pence > 0 and chance >= 0.12 then begun_at + interval '3 minutes' else begun_at end as paid_at,
	case
		when chance < 0.12 then null
		else begun_at + interval '4 minutes' + (ended - begun_at - interval '4 minutes') * 0.2 * scale.draw(n, 7)
	end as ended_at,
	case when pence > 0 then 'cs_test_' || md5('s' || n) || left(md5('t' || n), 26) end as session_id,
	case when pence > 0 and chance >= 0.12 then 'pi_' || left(md5('p' || n), 24) end as intent_id,
	case
		when pence = 0 then 'completed'
		when chance < 0.12 then case when begun_at > ended - interval '22 hours' and not is_deleted then 'pending' else 'expired' end
		when chance < 0.14 then 'refunded'
		when chance < 0.145 then case when begun_at > ended - interval '60 days' then 'disputed' else 'lost' end
		else 'completed'
	end as outcome
from (
	select p.n * 5 + slot as n, gen_random_uuid() as id, p.id as payer_id, p.is_deleted, case when not p.is_deleted then p.id end as user_id,
		g.id as catalogue_id, g.product_id, g.title, g.file_name, coalesce(g.price_pence, 0) as pence, size.ended,
		p.at + (ended - p.at) * power((slot + scale.draw(p.n * 5 + slot, 5)) / 5, 2) as begun_at,
		case when g.price_pence > 0 then scale.draw(p.n * 5 + slot, 6) else 1 end as chance
	from scale.size, scale.people p, generate_series(0, 4) slot
	join public.products g on g.id = (array['1', '2', '3', 'w1', 'w2'])[slot + 1]
) sale
order by begun_at;
analyze scale.people;
analyze scale.sales;
