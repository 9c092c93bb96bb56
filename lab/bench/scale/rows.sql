-- Fills every table from the plan, except that of the payment events.
insert into auth.users (
	id, email, encrypted_password, email_confirmed_at, confirmation_sent_at, last_sign_in_at, raw_app_meta_data, raw_user_meta_data,
	created_at, updated_at
)
select id, email,
	case when not is_google then
		'$argon2id$v=19$m=19456,t=2,p=1$' || left(encode(sha256(email::bytea), 'base64'), 22) || '$' || left(encode(sha256(name::bytea), 'base64'), 43)
	end,
	at, at, at + (ended - at) * scale.draw(n, 10),
	case when is_google then '{"provider":"google","providers":["google"]}'::jsonb else '{"provider":"email","providers":["email"]}' end,
	jsonb_build_object('sub', id, 'email', email, 'display_name', name, 'email_verified', true, 'phone_verified', false), at, at
from scale.size, scale.people where not is_deleted order by n;

insert into auth.identities (user_id, provider, provider_id, identity_data, last_sign_in_at, created_at, updated_at)
select id, case when is_google then 'google' else 'email' end, case when is_google then (10::numeric ^ 20 + n)::text else id::text end,
	jsonb_build_object('sub', id, 'email', email, 'email_verified', true, 'phone_verified', false), at, at, at
from scale.people where not is_deleted order by n;

insert into auth.deleted_accounts (user_id, deleted_at)
select id, at + (ended - at) * 0.9 from scale.size, scale.people where is_deleted;

-- One session for each user, with its current refresh token and the one before it.
create unlogged table scale.sessions as
select row_number() over () as n, gen_random_uuid() as id, id as user_id, greatest(at, ended - interval '80 days' * scale.draw(n, 11)) as at
from scale.size, scale.people where not is_deleted;
insert into auth.sessions (id, user_id, user_agent, ip, not_after, refreshed_at, created_at, updated_at, token_family)
select id, user_id, 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
	'192.0.2.' || n % 256, at + interval '90 days', at, at, at, sha256(id::text::bytea)
from scale.sessions;
insert into auth.mfa_amr_claims (session_id, authentication_method, created_at, updated_at)
select id, 'password', at, at from scale.sessions;
insert into auth.refresh_tokens (id, token_hash, session_id, parent, revoked_at, successor_sealed, created_at) overriding system value
select 2 * n + is_newest::integer, sha256(convert_to(id::text || is_newest, 'utf8')), id, case when is_newest then 2 * n end,
	case when not is_newest then at end, case when not is_newest then sha256(id::text::bytea) || sha256(id::text::bytea) end, at
from scale.sessions, (values (false), (true)) newest (is_newest);

-- The log is kept for a year: an entry for each sign-up in that year, and on average three more for each user.
insert into auth.audit_log_entries (user_id, action, details, ip_address, created_at)
select id, 'user_signedup', case when is_google then '{"provider":"google"}'::jsonb else '{}' end, null, at
from scale.size, scale.people where not is_deleted and at > ended - interval '365 days' order by at;
insert into auth.audit_log_entries (user_id, action, details, ip_address, created_at)
select p.id, case when scale.draw(i, 12) < 0.5 then 'login' else 'logout' end, jsonb_build_object('method', 'password', 'session_id', gen_random_uuid()),
	case when i > 0.75 * 3 * users then '192.0.2.' || i % 256 end, ended - interval '365 days' * (1 - i / (3.0 * users))
from scale.size, generate_series(1, 3 * users) i join scale.people p on p.n = 1 + floor((select users from scale.size) * scale.draw(i, 13))::integer
where not p.is_deleted;

insert into public.purchases (
	id, user_id, catalogue_id, product_id, product_name, price, status, stripe_session_id, created_at, updated_at
)
select id, user_id, catalogue_id, product_id, title, pence / 100.0, case outcome when 'lost' then 'refunded' else outcome end, session_id, begun_at,
	case when outcome in ('refunded', 'lost', 'disputed') then ended_at else paid_at end
from scale.sales order by begun_at;

insert into shop.purchase_history (purchase_id, from_status, to_status, cause, at)
select id, from_status, to_status, cause, at
from scale.sales, lateral (
	values (1, null, case when pence = 0 then 'completed' else 'pending' end, case when pence = 0 then 'client' else 'create-payment' end, begun_at),
		(2, 'pending', 'completed', 'event', case when intent_id is not null then paid_at end),
		(3, 'pending', 'expired', 'event', case when outcome = 'expired' then begun_at + interval '23 hours' end),
		(4, 'completed', 'refunded', 'event', case when outcome in ('refunded', 'lost') then ended_at end),
		(5, 'completed', 'disputed', 'event', case when outcome = 'disputed' then ended_at end)
) step (number, from_status, to_status, cause, at)
where at is not null order by at, number;

insert into shop.checkouts (
	purchase_id, session_id, url, expires_at, payment_intent_id, amount_paid_pence, created_at, updated_at, consent_wording, consent_at
)
select id, session_id, 'https://checkout.stripe.com/c/pay/' || session_id || '#' || repeat(md5(id::text), 8), begun_at + interval '23 hours', intent_id,
	case when intent_id is not null then pence end, begun_at, paid_at,
	'I want my guide at once, and I understand that I lose my 14-day right to cancel as soon as the download is made available to me.',
	case when intent_id is not null then paid_at end
from scale.sales where pence > 0 order by begun_at;

insert into public.receipts (
	id, serial, purchase_id, user_id, product_name, amount_pence, currency, seller_name, seller_address, seller_email,
	consent_wording, consent_at, paid_at, mailed_at
) overriding system value
select gen_random_uuid(), row_number() over (order by paid_at), id, user_id, title, pence, 'GBP', 'Headstart Ltd', '1 Grey Street, Newcastle upon Tyne NE1 6EE',
	'hello@headstart.example',
	'I want my guide at once, and I understand that I lose my 14-day right to cancel as soon as the download is made available to me.', paid_at, paid_at,
	paid_at + interval '5 seconds'
from scale.sales where intent_id is not null order by paid_at;

insert into public.refunds (id, purchase_id, user_id, kind, amount_pence, at, mailed_at)
select case outcome when 'lost' then 'du_' else 're_' end || left(md5('r' || n), 24), id, user_id, case outcome when 'lost' then 'dispute' else 'refund' end,
	pence, date_trunc('second', ended_at), ended_at
from scale.sales where outcome in ('refunded', 'lost');

insert into shop.disputes (id, payment_intent_id, state, amount_pence, reported_at, answer_by)
select 'du_' || left(md5('r' || n), 24), intent_id, case outcome when 'lost' then 'lost' else 'open' end, pence, ended_at,
	case when outcome = 'disputed' then ended + interval '9 days' end
from scale.sales where outcome in ('lost', 'disputed');

insert into shop.balance_movements (id, kind, source_id, payment_intent_id, amount_pence, fee_pence, at)
select 'txn_' || left(md5(kind || n), 24), kind, source || left(md5(of || n), 24), intent_id, amount, fee, at
from scale.sales, lateral (
	values ('charge', 'ch_', 'c', pence, round(0.015 * pence)::integer + 20, paid_at),
		('refund', 're_', 'r', -pence, 0, case when outcome = 'refunded' then ended_at end),
		('dispute', 'du_', 'r', -pence, 2000, case when outcome in ('lost', 'disputed') then ended_at end)
) moved (kind, source, of, amount, fee, at)
where intent_id is not null and at is not null order by at;
update shop.balance_reading set back_to = began, up_to = now() from scale.size;

insert into public.downloads (user_id, catalogue_id, file_name, edition, sha256, at)
select user_id, catalogue_id, file_name, '2026-01-01', encode(sha256(file_name::bytea), 'hex'), paid_at + interval '1 minute'
from scale.sales where outcome in ('completed', 'refunded') and scale.draw(n, 14) < 0.95 order by paid_at;

-- Every owner of a guide is asked for a review after a week, and one in fifty writes one.
insert into shop.outbox (list, user_id, about, queued_at, mailed_at)
select 'reviews', user_id, catalogue_id, paid_at + interval '7 days', paid_at + interval '7 days'
from scale.sales
where outcome = 'completed' and user_id is not null and catalogue_id not like 'w%' and paid_at < ended - interval '7 days 2 hours';
insert into public.reviews (id, serial, user_id, catalogue_id, rating, body, author_name, acquired, created_at) overriding system value
select gen_random_uuid(), row_number() over (order by paid_at), user_id, catalogue_id, 3 + floor(3 * scale.draw(n, 16))::smallint,
	case when scale.draw(n, 17) < 0.7 then 'Worth reading before the first term. The checklist alone saved me an afternoon.' else '' end, 'Sam',
	case when pence > 0 then 'bought' else 'free' end, paid_at + interval '8 days'
from scale.sales
where outcome = 'completed' and user_id is not null and catalogue_id not like 'w%' and paid_at < ended - interval '9 days' and scale.draw(n, 15) < 0.02;
insert into public.review_versions (review_id, user_id, rating, body, written_at) select id, user_id, rating, body, created_at from public.reviews;
insert into public.published_reviews (id, serial, catalogue_id, rating, body, author_name, acquired, refunded, month, edited)
select id, serial, catalogue_id, rating, body, author_name, acquired, false, to_char(created_at, 'YYYY-MM'), false from public.reviews;

-- Page views are counted by day and page: 5,000,000 for a million purchases.
insert into shop.page_views (day, path, views)
select day::date, path, ceil(2 * share * 5 * 5 * users / 1096.0 * extract(epoch from day - began) / extract(epoch from ended - began))::bigint
from scale.size, generate_series(began + interval '1 day', ended, interval '1 day') day, (
	select '/products/' || slug as path, 0.05 as share from public.products where not withdrawn
	union all select '/', 0.3
	union all select '/' || name, 0.015 from unnest(array['premium', 'free', 'about', 'contact', 'auth', 'account', 'privacy', 'terms', 'refunds', 'auth/sign-up-begun']) name
	union all select '/products/withdrawn-' || i, 0.005 from generate_series(1, 40) i
) pages;

insert into shop.owner_acts (at, command, decided_by, reason, user_id, purchase_id)
select ended_at, 'refund', 'sam', 'asked for within 14 days', user_id, id from scale.sales where outcome = 'refunded' and scale.draw(n, 18) < 0.25;

insert into shop.release_notices (catalogue_id, email, asked_at, mailed_at, stop_hashes, confirmed_at)
select '5', email, at, at, array[sha256(email::bytea)], at + interval '5 minutes' from scale.people where n % 40 = 0;

select setval(pg_get_serial_sequence(name, of), max + 1) from (
	select 'auth.refresh_tokens' as name, 'id' as of, max(id) from auth.refresh_tokens
	union all select 'public.receipts', 'serial', max(serial) from public.receipts
	union all select 'public.reviews', 'serial', max(serial) from public.reviews
) counters where max is not null;
