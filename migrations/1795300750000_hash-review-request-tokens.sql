-- Up Migration

-- The SHA-256 of the tokens that stop the emails, as for release notices: a token itself is made when its email is sent and is nowhere
-- in the database. `token` is written and read only by servers of the previous release. A later release drops it, with the trigger.
alter table shop.review_requests add column stop_hashes bytea[] not null default '{}';
create index review_requests_stop_links on shop.review_requests using gin (stop_hashes);

-- The links that have been sent go on working. A token that is known to its recipient is not needed here any more.
alter table shop.review_requests no force row level security;
update shop.review_requests set stop_hashes = array[sha256(convert_to(token::text, 'utf8'))];
update shop.review_requests set token = gen_random_uuid() where mailed_at is not null;
alter table shop.review_requests force row level security;

-- As do those that a server of the previous release is about to send.
create function shop.hash_review_request_token() returns trigger
	language plpgsql set search_path = ''
as $$
begin
	new.stop_hashes := new.stop_hashes || sha256(convert_to(new.token::text, 'utf8'));
	return new;
end
$$;
create trigger review_requests_hash before insert on shop.review_requests
	for each row execute function shop.hash_review_request_token();
