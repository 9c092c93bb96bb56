-- Up Migration

-- Returns a text in the form in which typed text is searched: small letters without accents, letters that few keyboards have in their usual
-- spelling (ł as l, ø as o, ß as ss), straight apostrophes and quotation marks, plain hyphens, and nothing invisible. It has no setting of the
-- search path, so that PostgreSQL can inline it. Its twin in TypeScript is foldText.
create function shop.fold_for_search(written text) returns text
	language sql immutable parallel safe
	return case
		-- Most texts are ASCII, for which the rest would only cost time.
		when octet_length(written) = char_length(written) then lower(translate(written, '`', ''''))
		else replace(replace(replace(replace(
			lower(translate(
				regexp_replace(
					-- The acute accent that stands alone would become a space and a mark.
					normalize(translate(written, '`´‘’‚‛ʹʻʼʽˈ′‵', ''''''''''''''''''''''''''''), nfkd),
					'[\u00ad\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u2060\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff]',
					'', 'g'
				),
				'ØøĐđÐðŁłĦħŦŧıςẞÆŒÞ“”„‟«»‐‒–—―−',
				'ooddddllhhttiσßæœþ""""""------'
			)),
			'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th')
	end;
-- Whoever writes a row with an indexed name computes its folded form.
grant execute on function shop.fold_for_search(text) to authenticated, shop_jobs;
