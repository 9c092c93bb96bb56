import type { PlantedBug } from '../planted-bug.ts'

/** Bugs in reviews, and in the emails that ask for them. */
export const reviewBugs: readonly PlantedBug[] = [
	{
		name: 'reviews/hidden-text-stays-published',
		file: 'migrations/1795300700000_reviews.sql',
		find: 'if new.hidden_at is null then',
		replace: 'if true then',
		why: 'A review that was hidden as unlawful can still be read.',
		noticedBy: ['src/server/shop/keep-pages.test.ts'],
	},
	{
		name: 'reviews/edit-leaves-no-trace',
		file: 'migrations/1795300700000_reviews.sql',
		find: "if tg_op = 'INSERT' or new.rating <> old.rating or new.body <> old.body then",
		replace: "if tg_op = 'INSERT' or new.rating <> old.rating then",
		why: 'A text can be rewritten after others have read it, and nobody can tell what it said.',
		noticedBy: ['src/server/apis/rest/reviews.test.ts'],
	},
	{
		name: 'reviews/hidden-review-removed-by-its-writer',
		file: 'migrations/1795300740000_remove-a-review.sql',
		find: 'using (user_id = (select auth.uid()) and hidden_at is null)',
		replace: 'using (user_id = (select auth.uid()))',
		why: 'A hidden review is removed and written again, and is public again.',
		noticedBy: ['src/server/apis/rest/remove-review.test.ts'],
	},
	{
		name: 'reviews/removal-not-noticed-by-the-pages',
		file: 'migrations/1795300740000_remove-a-review.sql',
		find: 'reviews_zz_changed after insert or update or delete on',
		replace: 'reviews_zz_changed after insert or update on',
		why: 'A removed review stays on the page until another one is written.',
		noticedBy: ['src/server/shop/keep-pages.test.ts'],
	},
	{
		name: 'reviews/removal-without-a-filter',
		file: 'src/server/apis/rest/delete-rows.ts',
		find: "requireFilter(query, 'DELETE')",
		replace: '',
		why: 'A mistyped request removes every review of its user.',
		noticedBy: ['src/server/apis/rest/remove-review.test.ts'],
	},
	{
		name: 'reviews/token-stored-as-it-is-sent',
		file: 'src/server/platform/tokens.ts',
		find: '[hashToken(token)]',
		replace: '[Buffer.from(token)]',
		why: 'The link in the email stops nothing, and a copy of the database contains the tokens of all links.',
		noticedBy: ['src/server/shop/reviews/ask-for-reviews.test.ts'],
	},
	{
		name: 'reviews/asked-after-switching-it-off',
		file: 'src/server/shop/reviews/send-review-request.ts',
		find: "is distinct from 'true'",
		replace: "is distinct from 'never'",
		why: 'Someone who stopped these emails while one was queued still gets it.',
		noticedBy: ['src/server/shop/reviews/ask-for-reviews.test.ts'],
	},
	{
		name: 'reviews/quote-written-as-html',
		file: 'src/server/shop/reviews/review-pages.ts',
		find: '<blockquote dir="auto">${shortened(review.body)}',
		replace: '<blockquote dir="auto">${raw(shortened(review.body))}',
		why: 'A review can put HTML of its own into the product page.',
		noticedBy: ['src/server/shop/reviews/review-pages.test.ts'],
	},
]
