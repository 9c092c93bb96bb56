-- A guide from a bundle was bought. A bundle itself has no reviews: its guides do.
create or replace function shop.prepare_review() returns trigger
	language plpgsql set search_path = ''
as $$
begin
	if tg_op = 'UPDATE' and new.rating = old.rating and new.body = old.body then
		return new;
	end if;
	new.body := shop.plain_text(new.body);
	if tg_op = 'UPDATE' then
		new.edited_at := now();
		return new;
	end if;
	new.author_name := shop.reviewer_name();
	if new.author_name is null then
		raise exception 'a review needs an account with a confirmed address' using errcode = '42501';
	end if;
	if new.catalogue_id like 'bundle-%' then
		raise exception 'a review is about a guide' using errcode = '42501';
	end if;
	-- Locks the purchase, so that a concurrent refund is either seen here or sees the review. Without a purchase the policy refuses.
	-- What a code made free was not bought.
	select case
			when (p.price > 0 or p.part_of is not null) and not exists (
				select from public.receipts r where r.purchase_id = coalesce(p.part_of, p.id) and r.amount = 0
			) then 'bought' else 'free'
		end into new.acquired
		from public.purchases p
		where p.user_id = auth.uid() and p.catalogue_id = new.catalogue_id and p.status = 'completed'
		for share of p;
	return new;
end
$$;
