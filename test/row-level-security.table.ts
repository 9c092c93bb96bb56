/**
 * Who may do what with which table. `stranger` is anyone with the publishable key. `owner` is the signed-in user to whom the sample rows
 * belong, and `other` is another signed-in user. `login` is the API login before it acts as a caller. `server` is the jobs login.
 */
export const actors = ['stranger', 'owner', 'other', 'login', 'server'] as const
export type Actor = (typeof actors)[number]

export const verbs = ['select', 'insert', 'update', 'delete'] as const
export type Verb = (typeof verbs)[number]

/** `yes` reaches the sample row, `none` runs without reaching a row, `no` is refused with 42501. */
export type Verdict = 'yes' | 'none' | 'no'

export interface TableRules {
	/** Finds the user's sample row. */
	where: string
	/** Inserts another row for the user. */
	insert: string
	/** The columns a caller may read, if not all. Any other is refused. */
	columns?: string
	/** The assignment of an update to the sample row. */
	update: string
	/** Finds a row that can be deleted without breaking a reference, if the sample row cannot. */
	deleteWhere?: string
	/** One verdict per actor, in the order of `actors`. */
	verdicts: Record<
		Verb,
		readonly [stranger: Verdict, owner: Verdict, other: Verdict, login: Verdict, server: Verdict]
	>
}

export const ids = {
	owner: '11111111-1111-4111-8111-111111111111',
	other: '22222222-2222-4222-8222-222222222222',
	ownerSession: '11111111-1111-4111-8111-aaaaaaaaaaaa',
	otherSession: '22222222-2222-4222-8222-aaaaaaaaaaaa',
	factor: '11111111-1111-4111-8111-ffffffffffff',
	purchase: '11111111-1111-4111-8111-bbbbbbbbbbbb',
	otherPurchase: '22222222-2222-4222-8222-bbbbbbbbbbbb',
}

const serverOnly = {
	select: ['no', 'no', 'no', 'no', 'yes'],
	insert: ['no', 'no', 'no', 'no', 'yes'],
	update: ['no', 'no', 'no', 'no', 'yes'],
	delete: ['no', 'no', 'no', 'no', 'yes'],
} satisfies TableRules['verdicts']

// No actor may do it. Only migrations and triggers can, because both have the database owner's rights.
const nobody = ['no', 'no', 'no', 'no', 'no'] as const

export const rules: Record<string, TableRules> = {
	'public.products': {
		where: `id = '2'`,
		insert: `insert into public.products (id, product_id, slug, title, description, category, currency, is_free, coming_soon)
			values ('99', '99', 'new', 'New', 'New', 'Career', 'GBP', false, true)`,
		update: `price_pence = 1`,
		deleteWhere: `id = '5'`,
		verdicts: {
			select: ['yes', 'yes', 'yes', 'no', 'yes'],
			insert: ['no', 'no', 'no', 'no', 'yes'],
			update: ['no', 'no', 'no', 'no', 'yes'],
			delete: ['no', 'no', 'no', 'no', 'yes'],
		},
	},
	'public.purchases': {
		where: `id = '${ids.purchase}'`,
		insert: `insert into public.purchases (user_id, product_id, product_name, price, status, currency)
			values ('${ids.owner}', '1', 'Student Guide', 0, 'completed', 'GBP')`,
		update: `status = 'completed'`,
		verdicts: {
			select: ['no', 'yes', 'none', 'no', 'yes'],
			insert: ['no', 'yes', 'no', 'no', 'yes'],
			update: ['no', 'yes', 'none', 'no', 'yes'],
			delete: nobody,
		},
	},
	// Writers may add, edit and remove their own reviews. Everyone else reads `published_reviews`. The server may answer or hide a
	// review, but not change a word of it.
	'public.reviews': {
		where: `user_id = '${ids.owner}' and catalogue_id = '2'`,
		insert: `insert into public.reviews (user_id, catalogue_id, rating, body) values ('${ids.owner}', '8', 4, 'Good')`,
		update: `rating = 1`,
		verdicts: {
			select: ['no', 'yes', 'none', 'no', 'yes'],
			insert: ['no', 'yes', 'no', 'no', 'no'],
			update: ['no', 'yes', 'none', 'no', 'no'],
			delete: ['no', 'yes', 'none', 'no', 'no'],
		},
	},
	// Numbers of the budget planner, which only their user changes.
	'public.plans': {
		where: `user_id = '${ids.owner}'`,
		// There is only one for each user.
		insert: `delete from public.plans; insert into public.plans (user_id, plan, version) values ('${ids.owner}', '{}', 1)`,
		update: `plan = '{"version":1}', version = 2`,
		verdicts: {
			select: ['no', 'yes', 'none', 'no', 'yes'],
			insert: ['no', 'yes', 'no', 'no', 'no'],
			update: ['no', 'yes', 'none', 'no', 'no'],
			delete: ['no', 'yes', 'none', 'no', 'no'],
		},
	},
	'public.published_reviews': {
		where: `catalogue_id = '2'`,
		insert: `insert into public.published_reviews
				(id, serial, catalogue_id, rating, body, author_name, acquired, refunded, month, edited)
			values (gen_random_uuid(), 99, '2', 5, 'x', 'x', 'bought', false, '2026-11', false)`,
		update: `rating = 1`,
		verdicts: { select: ['yes', 'yes', 'yes', 'no', 'yes'], insert: nobody, update: nobody, delete: nobody },
	},
	'public.review_versions': {
		where: `user_id = '${ids.owner}'`,
		insert: `insert into public.review_versions (review_id, user_id, rating, body)
			select id, user_id, 1, 'forged' from public.reviews`,
		update: `rating = 1`,
		verdicts: {
			select: ['no', 'yes', 'none', 'no', 'yes'],
			insert: nobody,
			update: nobody,
			delete: nobody,
		},
	},
	'shop.review_decisions': {
		where: `decided_by = 'Ada'`,
		insert: `insert into shop.review_decisions (review_id, decision, decided_by) select id, 'shown', 'Ada' from public.reviews`,
		update: `decided_by = 'forged'`,
		verdicts: { ...serverOnly, update: nobody, delete: nobody },
	},
	// One row with a counter, which triggers increase with the database owner's rights.
	'shop.review_changes': {
		where: `one`,
		insert: `insert into shop.review_changes (count) values (7)`,
		update: `count = 0`,
		verdicts: { select: ['no', 'no', 'no', 'no', 'yes'], insert: nobody, update: nobody, delete: nobody },
	},
	'shop.review_requests': {
		where: `user_id = '${ids.owner}'`,
		insert: `insert into shop.review_requests (user_id, catalogue_id, asked_at) values ('${ids.owner}', '8', now())`,
		update: `mailed_at = now()`,
		verdicts: { ...serverOnly, delete: nobody },
	},
	'shop.edition_notices': {
		where: `user_id = '${ids.owner}'`,
		insert: `insert into shop.edition_notices (user_id, catalogue_id, edition, queued_at)
			values ('${ids.owner}', '8', '2026-11-22', now())`,
		update: `mailed_at = now()`,
		verdicts: { ...serverOnly, delete: nobody },
	},
	'shop.announcements': {
		where: `subject = 'Two new guides'`,
		insert: `insert into shop.announcements (subject, body, written_by, saved_at) values ('Buy this', 'Now', 'Ada', now())`,
		update: `begun_at = now()`,
		verdicts: serverOnly,
	},
	'shop.outbox': {
		where: `user_id = '${ids.owner}'`,
		insert: `insert into shop.outbox (list, user_id, about) values ('news', '${ids.other}', 'new')`,
		update: `mailed_at = now()`,
		verdicts: { ...serverOnly, delete: nobody },
	},
	'shop.alerts': {
		where: `kind = 'held'`,
		insert: `insert into shop.alerts (kind, raised_at, content, cases) values ('disk', now(), '{}', '{}')`,
		update: `raised_at = now()`,
		verdicts: { ...serverOnly, delete: nobody },
	},
	'shop.latest_audit': {
		where: `is_only`,
		insert: `insert into shop.latest_audit (finished_at, differences) values (now(), 1)
			on conflict (is_only) do update set differences = 1`,
		update: `differences = 0`,
		verdicts: { ...serverOnly, delete: nobody },
	},
	// Written by triggers with the database owner's rights, when a transaction commits.
	'realtime.changes': {
		where: `row_id = '${ids.purchase}'`,
		insert: `insert into realtime.changes (table_name, verb, row_id) values ('purchases', 'UPDATE', 'forged')`,
		update: `verb = 'DELETE'`,
		verdicts: {
			select: ['no', 'no', 'no', 'no', 'yes'],
			insert: nobody,
			update: nobody,
			delete: ['no', 'no', 'no', 'no', 'yes'],
		},
	},
	// Its policies depend on the channel's name, which is not set here. `src/server/apis/realtime/channels.test.ts` tests them.
	'realtime.messages': {
		where: `extension = 'broadcast'`,
		insert: `insert into realtime.messages (extension) values ('broadcast')`,
		update: `extension = 'presence'`,
		verdicts: {
			select: ['none', 'none', 'none', 'no', 'no'],
			insert: nobody,
			update: nobody,
			delete: nobody,
		},
	},
	'shop.purchase_history': {
		where: `purchase_id = '${ids.purchase}'`,
		insert: `insert into shop.purchase_history (purchase_id, to_status, cause) values ('${ids.purchase}', 'completed', 'forged')`,
		update: `cause = 'forged'`,
		verdicts: { select: ['no', 'no', 'no', 'no', 'yes'], insert: nobody, update: nobody, delete: nobody },
	},
	// The server may confirm and withdraw a claim, but change no evidence.
	'shop.claim_confirmations': {
		where: `claim = 'creator-story'`,
		insert: `insert into shop.claim_confirmations (claim, words, evidence, confirmed_by)
			values ('testimonial-1', 'Good', 'An email', 'Ada')`,
		update: `evidence = 'forged'`,
		verdicts: {
			select: ['no', 'no', 'no', 'no', 'yes'],
			insert: ['no', 'no', 'no', 'no', 'yes'],
			update: nobody,
			delete: nobody,
		},
	},
	'shop.documents': {
		where: `kind = 'page' and id = 'sample'`,
		insert: `insert into shop.documents (kind, id, version, draft) values ('page', 'other', 1, '{}')`,
		update: `version = 2`,
		verdicts: { ...serverOnly, delete: nobody },
	},
	// The server may add to the history of a document, but never change it. Drafts are forgotten in the end.
	'shop.document_versions': {
		where: `kind = 'page' and id = 'sample'`,
		insert: `insert into shop.document_versions (kind, id, version, change, by) values ('page', 'sample', 2, 'saved', 'Ada')`,
		update: `by = 'forged'`,
		verdicts: { ...serverOnly, update: nobody },
	},
	// The server may set and cancel a price, but never change one.
	'shop.owner_prices': {
		where: `price_pence = 1299`,
		insert: `insert into shop.owner_prices (catalogue_id, price_pence, starts_at, set_by) values ('2', 999, now(), 'Ada')`,
		update: `price_pence = 30`,
		verdicts: {
			select: ['no', 'no', 'no', 'no', 'yes'],
			insert: ['no', 'no', 'no', 'no', 'yes'],
			update: nobody,
			delete: nobody,
		},
	},
	// The server may turn a code off, but not change its discount.
	'shop.discount_codes': {
		where: `code = 'SPRING'`,
		insert: `insert into shop.discount_codes (code, percent_off, starts_at, once_per_customer, made_by, made_at)
			values ('FRESHERS20', 20, now(), false, 'Ada', now())`,
		update: `percent_off = 99`,
		verdicts: {
			select: ['no', 'no', 'no', 'no', 'yes'],
			insert: ['no', 'no', 'no', 'no', 'yes'],
			update: nobody,
			delete: ['no', 'no', 'no', 'no', 'yes'],
		},
	},
	// The server may withdraw a bundle, but never change its contents.
	'shop.bundles': {
		where: `id = 'bundle-1'`,
		insert: `insert into shop.bundles (id, made_by, made_at) values ('bundle-2', 'Ada', now())`,
		update: `made_by = 'Eve'`,
		verdicts: {
			select: ['no', 'no', 'no', 'no', 'yes'],
			insert: ['no', 'no', 'no', 'no', 'yes'],
			update: nobody,
			delete: nobody,
		},
	},
	'shop.bundle_contents': {
		where: `bundle_id = 'bundle-1'`,
		insert: `insert into shop.bundle_contents (bundle_id, catalogue_id) values ('bundle-1', '8')`,
		update: `catalogue_id = '8'`,
		verdicts: {
			select: ['no', 'no', 'no', 'no', 'yes'],
			insert: ['no', 'no', 'no', 'no', 'yes'],
			update: nobody,
			delete: nobody,
		},
	},
	'shop.release_emails': {
		where: `catalogue_id = '2'`,
		insert: `insert into shop.release_emails (catalogue_id, waits, decided_by) values ('1', true, 'Ada')`,
		update: `waits = false`,
		verdicts: {
			select: ['no', 'no', 'no', 'no', 'yes'],
			insert: ['no', 'no', 'no', 'no', 'yes'],
			update: ['no', 'no', 'no', 'no', 'yes'],
			delete: nobody,
		},
	},
	'shop.releases': {
		where: `file_name = 'Sample.pdf'`,
		insert: `insert into shop.releases (catalogue_id, file_name, edition, released_by) values ('2', 'CV.zip', '2026-01-01', 'Ada')`,
		update: `taken_back_by = 'Ada', taken_back_at = now()`,
		verdicts: {
			select: ['no', 'no', 'no', 'no', 'yes'],
			insert: ['no', 'no', 'no', 'no', 'yes'],
			update: ['no', 'no', 'no', 'no', 'yes'],
			delete: nobody,
		},
	},
	'shop.editions': {
		where: `changes = 'New figures'`,
		insert: `insert into shop.editions (catalogue_id, file_name, sha256, size, content_type, uploaded_by)
			values ('2', 'CV.zip', repeat('1', 64), 1, 'application/zip', 'Ada')`,
		update: `tells = false`,
		verdicts: {
			select: ['no', 'no', 'no', 'no', 'yes'],
			insert: ['no', 'no', 'no', 'no', 'yes'],
			update: ['no', 'no', 'no', 'no', 'yes'],
			delete: nobody,
		},
	},
	'shop.customer_notes': {
		where: `body = 'Wrote twice.'`,
		insert: `insert into shop.customer_notes (user_id, body, written_by) values ('${ids.owner}', 'Mine now', 'Ada')`,
		update: `body = 'forged'`,
		verdicts: {
			select: ['no', 'no', 'no', 'no', 'yes'],
			insert: ['no', 'no', 'no', 'no', 'yes'],
			update: nobody,
			delete: ['no', 'no', 'no', 'no', 'yes'],
		},
	},
	'shop.requests': {
		where: `said = 'A page is blank.'`,
		insert: `insert into shop.requests (purchase_id, user_id, kind, said, asked_at) values ('${ids.purchase}', '${ids.owner}', 'refund', '', now())`,
		update: `answer = 'forged'`,
		verdicts: {
			select: ['no', 'no', 'no', 'no', 'yes'],
			insert: ['no', 'no', 'no', 'no', 'yes'],
			update: ['no', 'no', 'no', 'no', 'yes'],
			delete: ['no', 'no', 'no', 'no', 'yes'],
		},
	},
	'shop.request_links': {
		where: `email = 'owner@student.test'`,
		insert: `insert into shop.request_links (token_hash, purchase_id, user_id, email, expires_at)
			values ('\\x02', '${ids.purchase}', '${ids.owner}', 'owner@student.test', now())`,
		update: `email = 'forged@student.test'`,
		verdicts: {
			select: ['no', 'no', 'no', 'no', 'yes'],
			insert: ['no', 'no', 'no', 'no', 'yes'],
			update: ['no', 'no', 'no', 'no', 'yes'],
			delete: ['no', 'no', 'no', 'no', 'yes'],
		},
	},
	'shop.owner_acts': {
		where: `purchase_id = '${ids.purchase}'`,
		insert: `insert into shop.owner_acts (command, decided_by) values ('refund', 'Ada')`,
		update: `decided_by = 'forged'`,
		verdicts: {
			select: ['no', 'no', 'no', 'no', 'yes'],
			insert: ['no', 'no', 'no', 'no', 'yes'],
			update: nobody,
			delete: nobody,
		},
	},
	'shop.balance_movements': {
		where: `id = 'txn_sample'`,
		insert: `insert into shop.balance_movements (id, kind, source_id, payment_intent_id, amount_pence, fee_pence, at)
			values ('txn_new', 'charge', 'ch_new', 'pi_new', 1499, 42, now())`,
		update: `payout_id = 'po_sample'`,
		verdicts: {
			select: ['no', 'no', 'no', 'no', 'yes'],
			insert: ['no', 'no', 'no', 'no', 'yes'],
			update: ['no', 'no', 'no', 'no', 'yes'],
			delete: nobody,
		},
	},
	'shop.movements': {
		where: `key = '1sample'`,
		insert: `insert into shop.movements (key, purchase_id, kind, at, day, gross_pence, vat_pence, catalogue_id, status)
			values ('1new', '${ids.purchase}', 'sale', now(), '2026-11-21', 1499, 0, '2', 'paid')`,
		update: `fee_pence = 42`,
		verdicts: serverOnly,
	},
	'shop.movement_sums': {
		where: `day = '2026-11-21'`,
		insert: `insert into shop.movement_sums (day, kind, catalogue_id, status, movements, gross_pence, vat_pence, fee_pence, fees_unknown)
			values ('2026-11-22', 'sale', '2', 'paid', 1, 1499, 0, 42, 0)`,
		update: `movements = 2`,
		verdicts: serverOnly,
	},
	'shop.changed_purchases': {
		where: `purchase_id = '${ids.purchase}'`,
		insert: `insert into shop.changed_purchases (purchase_id) values (gen_random_uuid())`,
		update: `purchase_id = gen_random_uuid()`,
		verdicts: { ...serverOnly, update: nobody },
	},
	'shop.movements_filled': {
		where: `at = '2026-11-21'`,
		insert: `insert into shop.movements_filled (at) values ('2026-11-22')`,
		update: `at = '2026-11-23'`,
		verdicts: { ...serverOnly, update: nobody, delete: nobody },
	},
	'shop.payouts': {
		where: `id = 'po_sample'`,
		insert: `insert into shop.payouts (id, status, amount_pence, created_at, arrives_on) values ('po_new', 'paid', 1457, now(), now())`,
		update: `is_itemised = true`,
		verdicts: {
			select: ['no', 'no', 'no', 'no', 'yes'],
			insert: ['no', 'no', 'no', 'no', 'yes'],
			update: ['no', 'no', 'no', 'no', 'yes'],
			delete: nobody,
		},
	},
	'shop.dispute_answers': {
		where: `dispute_id = 'du_sample'`,
		insert: `insert into shop.dispute_answers (dispute_id, text) values ('du_new', 'Forged.')`,
		update: `text = 'forged'`,
		verdicts: {
			select: ['no', 'no', 'no', 'no', 'yes'],
			insert: ['no', 'no', 'no', 'no', 'yes'],
			update: ['no', 'no', 'no', 'no', 'yes'],
			delete: nobody,
		},
	},
	'shop.saved_views': {
		where: `staff_id = '${ids.owner}'`,
		insert: `insert into shop.saved_views (staff_id, name, query) values ('${ids.owner}', 'Refunds', 'what=refunds')`,
		update: `query = ''`,
		verdicts: serverOnly,
	},
	'shop.balance_reading': {
		where: `is_only`,
		insert: `insert into shop.balance_reading default values`,
		update: `up_to = now()`,
		verdicts: {
			select: ['no', 'no', 'no', 'no', 'yes'],
			insert: nobody,
			update: ['no', 'no', 'no', 'no', 'yes'],
			delete: nobody,
		},
	},
	'shop.checkouts': {
		where: `purchase_id = '${ids.purchase}'`,
		insert: `insert into shop.checkouts (purchase_id) values ('${ids.otherPurchase}')`,
		update: `attempt = attempt + 1`,
		verdicts: { ...serverOnly, delete: nobody },
	},
	'shop.payment_events': {
		where: `id = 'evt_sample'`,
		insert: `insert into shop.payment_events (id, type, payload) values ('evt_new', 'checkout.session.completed', '{}')`,
		update: `processed_at = now()`,
		verdicts: { ...serverOnly, delete: nobody },
	},
	'public.downloads': {
		where: `user_id = '${ids.owner}'`,
		insert: `insert into public.downloads (user_id, catalogue_id, file_name, sha256, at)
			values ('${ids.owner}', '1', 'StudentGuide.pdf', repeat('3', 64), now())`,
		update: `edition = '2026-01-01'`,
		verdicts: {
			select: ['no', 'yes', 'none', 'no', 'yes'],
			insert: ['no', 'no', 'no', 'no', 'yes'],
			update: nobody,
			delete: nobody,
		},
	},
	'public.receipts': {
		where: `purchase_id = '${ids.purchase}'`,
		insert: `insert into public.receipts (purchase_id, user_id, product_name, amount_pence, currency, paid_at)
			values ('${ids.otherPurchase}', '${ids.owner}', 'CV Secrets', 1, 'GBP', now())`,
		// The server may record that the receipt was emailed. Its content cannot be changed.
		update: `mailed_at = now()`,
		verdicts: {
			select: ['no', 'yes', 'none', 'no', 'yes'],
			insert: ['no', 'no', 'no', 'no', 'yes'],
			update: ['no', 'no', 'no', 'no', 'yes'],
			delete: nobody,
		},
	},
	'public.refunds': {
		where: `purchase_id = '${ids.purchase}'`,
		insert: `insert into public.refunds (id, purchase_id, user_id, kind, amount_pence, at)
			values ('re_new', '${ids.otherPurchase}', '${ids.owner}', 'refund', 1, now())`,
		// The server may record whether the refund is in effect. The amount cannot be changed.
		update: `stands = false`,
		verdicts: {
			select: ['no', 'yes', 'none', 'no', 'yes'],
			insert: ['no', 'no', 'no', 'no', 'yes'],
			update: ['no', 'no', 'no', 'no', 'yes'],
			delete: nobody,
		},
	},
	'shop.disputes': {
		where: `id = 'du_sample'`,
		insert: `insert into shop.disputes (id, payment_intent_id, state, amount_pence, reported_at)
			values ('du_new', 'pi_new', 'open', 1, now())`,
		update: `state = 'won'`,
		verdicts: { ...serverOnly, delete: nobody },
	},
	'shop.fraud_warnings': {
		where: `id = 'issfr_sample'`,
		insert: `insert into shop.fraud_warnings (id, payment_intent_id, fraud_type, is_actionable, warned_at, reported_at)
			values ('issfr_new', 'pi_new', 'misc', true, now(), now())`,
		update: `is_actionable = false`,
		verdicts: { ...serverOnly, delete: nobody },
	},
	'shop.confusables': {
		where: `letter = 'ꓮ'`,
		insert: `insert into shop.confusables (letter, looks_like) values ('x', 'y')`,
		update: `looks_like = 'b'`,
		verdicts: { select: nobody, insert: nobody, update: nobody, delete: nobody },
	},
	'shop.backup_runs': {
		where: `kind = 'check'`,
		insert: `insert into shop.backup_runs (kind, begun_at, seen_at, finished_at) values ('backup', now(), now(), now())`,
		update: `progress = 'new'`,
		verdicts: serverOnly,
	},
	'shop.refused_checkouts': {
		where: `reason = 'sample'`,
		insert: `insert into shop.refused_checkouts (catalogue_id, reason, refused_at) values ('2', 'new', now())`,
		update: `reason = 'y'`,
		verdicts: { ...serverOnly, update: nobody },
	},
	'shop.refused_mails': {
		where: `reference = 'sample'`,
		insert: `insert into shop.refused_mails (job, reference, reason) values ('send-receipt', 'new', 'x')`,
		update: `reason = 'y'`,
		verdicts: serverOnly,
	},
	'shop.write_checks': {
		where: `checked_at is not null`,
		insert: `insert into shop.write_checks default values`,
		update: `checked_at = now()`,
		verdicts: { ...serverOnly, update: nobody },
	},
	'shop.live_site': {
		where: `is_only`,
		insert: `insert into shop.live_site default values`,
		update: `site_url = 'https://shop.example'`,
		verdicts: { ...serverOnly, insert: nobody, delete: nobody },
	},
	'shop.rate_limits': {
		where: `key = 'sample'`,
		insert: `insert into shop.rate_limits (key, points) values ('new', 1)`,
		update: `points = 0`,
		verdicts: serverOnly,
	},
	'shop.page_views': {
		where: `path = '/sample'`,
		insert: `insert into shop.page_views (day, path, views) values ('2026-11-21', '/new', 1)`,
		update: `views = views + 1`,
		verdicts: { ...serverOnly, delete: nobody },
	},
	'shop.pictures': {
		where: `alt = 'A sample'`,
		insert: `insert into shop.pictures (id, width, height, alt, added_by) values (repeat('a', 32), 640, 480, 'New', 'Ada')`,
		update: `alt = 'Changed'`,
		verdicts: serverOnly,
	},
	'shop.release_notices': {
		where: `email = 'owner@student.test'`,
		insert: `insert into shop.release_notices (catalogue_id, email, asked_at) values ('5', 'new@student.test', now())`,
		update: `confirmed_at = now()`,
		verdicts: serverOnly,
	},
	'shop.daily_steps': {
		where: `step = 'sample'`,
		insert: `insert into shop.daily_steps (day, step, catalogue_id, count) values ('2026-11-21', 'new', '1', 1)`,
		update: `count = count + 1`,
		verdicts: { ...serverOnly, delete: nobody },
	},
	'auth.deleted_accounts': {
		where: `user_id = '33333333-3333-4333-8333-333333333333'`,
		insert: `insert into auth.deleted_accounts (user_id, deleted_at) values (gen_random_uuid(), now())`,
		update: `notice_to = null`,
		verdicts: { ...serverOnly, delete: nobody },
	},
	'storage.buckets': {
		where: `id = 'pdfs'`,
		insert: `insert into storage.buckets (id) values ('mine')`,
		update: `public = true`,
		verdicts: { select: ['no', 'no', 'no', 'no', 'yes'], insert: nobody, update: nobody, delete: nobody },
	},
	'storage.objects': {
		// The owner of CV Secrets sees its file. For other users it does not exist.
		where: `name = 'CV.zip'`,
		insert: `insert into storage.objects (bucket_id, name, size, sha256, content_type)
			values ('pdfs', 'new.pdf', 1, repeat('0', 64), 'application/pdf')`,
		update: `name = 'StudentGuide2.pdf'`,
		verdicts: { ...serverOnly, select: ['no', 'yes', 'none', 'no', 'yes'] },
	},
	'auth.users': {
		where: `id = '${ids.owner}'`,
		insert: `insert into auth.users (email) values ('new@student.test')`,
		update: `email_confirmed_at = now()`,
		verdicts: serverOnly,
	},
	'auth.identities': {
		where: `user_id = '${ids.owner}'`,
		insert: `insert into auth.identities (user_id, provider, provider_id) values ('${ids.owner}', 'google', 'new')`,
		update: `provider_id = 'stolen'`,
		verdicts: serverOnly,
	},
	'auth.sessions': {
		where: `id = '${ids.ownerSession}'`,
		insert: `insert into auth.sessions (user_id) values ('${ids.owner}')`,
		update: `aal = 'aal2'`,
		verdicts: serverOnly,
	},
	'auth.mfa_amr_claims': {
		where: `session_id = '${ids.ownerSession}'`,
		insert: `insert into auth.mfa_amr_claims (session_id, authentication_method) values ('${ids.ownerSession}', 'totp')`,
		update: `authentication_method = 'totp'`,
		verdicts: serverOnly,
	},
	'auth.refresh_tokens': {
		where: `session_id = '${ids.ownerSession}'`,
		insert: `insert into auth.refresh_tokens (token_hash, session_id, revoked_at, successor_sealed)
			values ('new', '${ids.ownerSession}', now(), 'sealed')`,
		update: `created_at = now()`,
		verdicts: serverOnly,
	},
	'auth.one_time_tokens': {
		where: `user_id = '${ids.owner}'`,
		insert: `insert into auth.one_time_tokens (user_id, token_type, relates_to)
			values ('${ids.owner}', 'recovery_token', 'owner@student.test')`,
		update: `expires_at = now()`,
		verdicts: serverOnly,
	},
	'auth.flow_state': {
		where: `user_id = '${ids.owner}'`,
		insert: `insert into auth.flow_state
				(user_id, auth_code_hash, code_challenge_method, code_challenge, authentication_method, auth_code_issued_at)
			values ('${ids.owner}', 'new', 's256', 'x', 'password', now())`,
		update: `code_challenge = 'mine'`,
		verdicts: serverOnly,
	},
	'auth.mail_allowances': {
		where: `kind = 'recovery'`,
		insert: `insert into auth.mail_allowances (address_hash, kind, last_at, day_began, day_count)
			values ('new', 'recovery', now(), now(), 1)`,
		update: `day_count = 0`,
		verdicts: serverOnly,
	},
	'auth.mails_sent': {
		where: `to_known = 7`,
		insert: `insert into auth.mails_sent (hour) values (now())`,
		update: `to_known = 0`,
		deleteWhere: `to_known = 7`,
		verdicts: serverOnly,
	},
	'auth.texts_sent': {
		where: `used = 7`,
		insert: `insert into auth.texts_sent (day, country) values (now(), 'GB')`,
		update: `used = 0`,
		deleteWhere: `used = 7`,
		verdicts: serverOnly,
	},
	'auth.factor_removals': {
		where: `user_id = '${ids.owner}'`,
		insert: `insert into auth.factor_removals (user_id, set_up_after, due_at, created_at)
			values ('${ids.other}', now(), now(), now())`,
		update: `stopped_at = now()`,
		verdicts: serverOnly,
	},
	'auth.mfa_factors': {
		where: `id = '${ids.factor}'`,
		insert: `insert into auth.mfa_factors (user_id, friendly_name, factor_type, secret_sealed)
			values ('${ids.owner}', 'new', 'totp', 'sealed')`,
		update: `status = 'verified'`,
		verdicts: serverOnly,
	},
	'auth.mfa_challenges': {
		where: `factor_id = '${ids.factor}'`,
		insert: `insert into auth.mfa_challenges (factor_id, ip_address) values ('${ids.factor}', '192.0.2.1')`,
		update: `verified_at = now()`,
		verdicts: serverOnly,
	},
	'auth.mfa_recovery_codes': {
		where: `factor_id = '${ids.factor}'`,
		insert: `insert into auth.mfa_recovery_codes (factor_id, code_hash) values ('${ids.factor}', 'new')`,
		update: `code_hash = 'mine'`,
		verdicts: serverOnly,
	},
	'auth.webauthn_credentials': {
		where: `user_id = '${ids.owner}'`,
		insert: `insert into auth.webauthn_credentials (user_id, credential_id, public_key, sign_count) values ('${ids.owner}', 'new', '', 0)`,
		update: `public_key = 'mine'`,
		verdicts: serverOnly,
	},
	'auth.webauthn_challenges': {
		where: `user_id = '${ids.owner}'`,
		insert: `insert into auth.webauthn_challenges (user_id, challenge) values ('${ids.owner}', 'new')`,
		update: `challenge = 'mine'`,
		verdicts: serverOnly,
	},
	'auth.used_web3_messages': {
		where: `message_hash = 'sample'`,
		insert: `insert into auth.used_web3_messages (message_hash) values ('new')`,
		update: `message_hash = 'mine'`,
		verdicts: serverOnly,
	},
	'auth.sso_providers': {
		where: `entity_id = 'https://sample.test'`,
		insert: `insert into auth.sso_providers (entity_id, metadata_xml) values ('https://new.test', '')`,
		update: `metadata_xml = 'mine'`,
		verdicts: serverOnly,
	},
	'auth.sso_domains': {
		where: `domain = 'sample.test'`,
		insert: `insert into auth.sso_domains (domain, sso_provider_id) select 'new.test', id from auth.sso_providers`,
		update: `domain = 'mine.test'`,
		verdicts: serverOnly,
	},
	'auth.saml_relay_states': {
		where: `request_id = 'sample'`,
		insert: `insert into auth.saml_relay_states (sso_provider_id, request_id, redirect_to, code_challenge, code_challenge_method, is_implicit)
			select id, 'new', '/', 'x', 's256', false from auth.sso_providers`,
		update: `redirect_to = 'mine'`,
		verdicts: serverOnly,
	},
	'auth.used_captchas': {
		where: `id = 'sample'`,
		insert: `insert into auth.used_captchas (id, expires_at) values ('new', now())`,
		update: `expires_at = now()`,
		verdicts: serverOnly,
	},
	'auth.staff': {
		where: `user_id = '${ids.other}'`,
		insert: `insert into auth.staff (user_id, role, added_by) values ('${ids.owner}', 'owner', 'nobody')`,
		update: `role = 'owner'`,
		verdicts: serverOnly,
	},
	'auth.staff_links': {
		where: `email = 'ada@student.test'`,
		insert: `insert into auth.staff_links (kind, added_by, created_at, expires_at) values ('sign-in', 'nobody', now(), now())`,
		update: `role = 'owner'`,
		verdicts: serverOnly,
	},
	'auth.refusals': {
		where: `what = 'password'`,
		columns: 'id, user_id, place, what, code, count, first_at, last_at',
		insert: `insert into auth.refusals (hour, place, what, code, count, first_at, last_at) values (now(), 'shop', 'new', 'x', 1, now(), now())`,
		update: `count = 2`,
		verdicts: { ...serverOnly, select: ['no', 'yes', 'none', 'no', 'yes'] },
	},
	'auth.audit_log_entries': {
		where: `user_id = '${ids.owner}'`,
		columns: 'id, user_id, action, details, ip_address, created_at',
		insert: `insert into auth.audit_log_entries (user_id, action) values ('${ids.owner}', 'login')`,
		update: `action = 'nothing'`,
		verdicts: {
			select: ['no', 'yes', 'none', 'no', 'yes'],
			insert: ['no', 'no', 'no', 'no', 'yes'],
			update: nobody,
			delete: ['no', 'no', 'no', 'no', 'none'],
		},
	},
}

/** Creates the rows that the verdicts are about. Run by a superuser, bypassing every policy. */
export const sampleRows = `
	insert into public.products (id, product_id, slug, title, description, category, price_pence, currency, is_free, coming_soon, file_name) values
		('1', '1', 'student-guide', 'Student Guide', 'x', 'Career', null, 'GBP', true, false, 'StudentGuide.pdf'),
		('2', 'prod_cv', 'cv-secrets', 'CV Secrets', 'x', 'Career', 1499, 'GBP', false, false, 'CV.zip'),
		('3', '3', 'budget-planner', 'Budget Planner', 'x', 'Finance', null, 'GBP', true, false, 'MonthlyBudget.zip'),
		('8', '8', 'sample-guide', 'Sample Guide', 'x', 'Career', null, 'GBP', true, false, 'Sample.pdf'),
		('5', '5', 'study-techniques', 'Study Techniques', 'x', 'Academic', null, 'GBP', true, true, 'Study.pdf');
	insert into auth.users (id, email, email_confirmed_at) values
		('${ids.owner}', 'owner@student.test', now()), ('${ids.other}', 'other@student.test', now());
	insert into auth.identities (user_id, provider, provider_id) values ('${ids.owner}', 'email', '${ids.owner}');
	insert into auth.sessions (id, user_id) values ('${ids.ownerSession}', '${ids.owner}'), ('${ids.otherSession}', '${ids.other}');
	insert into auth.mfa_amr_claims (session_id, authentication_method) values ('${ids.ownerSession}', 'password');
	insert into auth.refresh_tokens (token_hash, session_id) values ('sample', '${ids.ownerSession}');
	insert into auth.one_time_tokens (user_id, token_type, relates_to) values ('${ids.owner}', 'confirmation_token', 'owner@student.test');
	insert into auth.flow_state (user_id, auth_code_hash, code_challenge_method, code_challenge, authentication_method, auth_code_issued_at)
		values ('${ids.owner}', 'sample', 's256', 'x', 'password', now());
	insert into auth.mail_allowances (address_hash, kind, last_at, day_began, day_count) values ('sample', 'recovery', now(), now(), 1);
	insert into auth.mails_sent (hour, to_known) values (now() - interval '1 day', 7);
	insert into auth.texts_sent (day, country, used) values (now() - interval '1 day', 'GB', 7);
	insert into auth.mfa_factors (id, user_id, factor_type, secret_sealed) values ('${ids.factor}', '${ids.owner}', 'totp', 'sealed');
	insert into auth.factor_removals (user_id, set_up_after, due_at, created_at) values ('${ids.owner}', now(), now(), now());
	insert into auth.mfa_challenges (factor_id, ip_address) values ('${ids.factor}', '192.0.2.1');
	insert into auth.mfa_recovery_codes (factor_id, code_hash) values ('${ids.factor}', 'sample');
	insert into auth.webauthn_credentials (user_id, credential_id, public_key, sign_count) values ('${ids.owner}', 'sample', '', 0);
	insert into auth.webauthn_challenges (user_id, challenge) values ('${ids.owner}', 'sample');
	insert into auth.used_captchas (id, expires_at) values ('sample', now());
	insert into auth.staff (user_id, role, added_by) values ('${ids.other}', 'helper', 'a test');
	insert into auth.staff_links (kind, email, role, added_by, created_at, expires_at)
		values ('invitation', 'ada@student.test', 'helper', 'a test', now(), now());
	insert into auth.used_web3_messages (message_hash) values ('sample');
	insert into auth.sso_providers (entity_id, metadata_xml) values ('https://sample.test', '');
	insert into auth.sso_domains (domain, sso_provider_id) select 'sample.test', id from auth.sso_providers;
	insert into auth.saml_relay_states (sso_provider_id, request_id, redirect_to, code_challenge, code_challenge_method, is_implicit)
		select id, 'sample', '/', 'x', 's256', false from auth.sso_providers;
	insert into auth.refusals (hour, user_id, place, what, code, count, first_at, last_at)
		values (now(), '${ids.owner}', 'shop', 'password', 'x', 1, now(), now());
	insert into auth.audit_log_entries (user_id, action) values ('${ids.owner}', 'login');
	insert into public.purchases (id, user_id, product_id, product_name, price, status) values
		('${ids.purchase}', '${ids.owner}', 'prod_cv', 'CV Secrets', 14.99, 'completed'),
		('${ids.otherPurchase}', '${ids.other}', 'prod_cv', 'CV Secrets', 14.99, 'refunded');
	insert into public.purchases (user_id, product_id, product_name, price, status)
		values ('${ids.owner}', '8', 'Sample Guide', 0, 'completed');
	set request.jwt.claims = '{"sub":"${ids.owner}"}';
	insert into public.reviews (user_id, catalogue_id, rating, body) values ('${ids.owner}', '2', 5, 'Useful');
	insert into public.plans (plan, version) values ('{}', 1);
	reset request.jwt.claims;
	insert into shop.review_decisions (review_id, decision, decided_by) select id, 'shown', 'Ada' from public.reviews;
	insert into shop.review_requests (user_id, catalogue_id, asked_at) values ('${ids.owner}', '2', now());
	insert into shop.edition_notices (user_id, catalogue_id, edition, queued_at)
		values ('${ids.owner}', '2', '2026-11-22', now());
	insert into shop.announcements (subject, body, written_by, saved_at) values ('Two new guides', 'They are out.', 'Ada', now());
	insert into shop.outbox (list, user_id, about) select 'news', '${ids.owner}', id::text from shop.announcements;
	insert into shop.checkouts (purchase_id) values ('${ids.purchase}');
	insert into shop.balance_movements (id, kind, source_id, payment_intent_id, amount_pence, fee_pence, at)
		values ('txn_sample', 'charge', 'ch_sample', 'pi_sample', 1499, 42, now());
	insert into shop.claim_confirmations (claim, words, evidence, confirmed_by) values ('creator-story', 'It began', 'A diary', 'Ada');
	insert into shop.documents (kind, id, version, draft) values ('page', 'sample', 1, '{}');
	insert into shop.document_versions (kind, id, version, change, by) values ('page', 'sample', 1, 'saved', 'Ada');
	insert into shop.owner_prices (catalogue_id, price_pence, starts_at, set_by) values ('2', 1299, now(), 'Ada');
	insert into shop.discount_codes (code, percent_off, starts_at, once_per_customer, made_by, made_at)
		values ('SPRING', 10, now(), false, 'Ada', now());
	insert into public.products (id, product_id, slug, title, description, category, price_pence, currency, is_free, coming_soon, withdrawn)
		select id, id, id, id, 'Both guides', 'Bundle', 1799, 'GBP', false, false, true
		from unnest(array['bundle-1', 'bundle-2']) bundle (id);
	insert into shop.bundles (id, made_by, made_at) values ('bundle-1', 'Ada', now());
	insert into shop.bundle_contents (bundle_id, catalogue_id) values ('bundle-1', '2');
	insert into shop.release_emails (catalogue_id, waits, decided_by) values ('2', true, 'Ada');
	insert into shop.releases (catalogue_id, file_name, edition, released_by) values ('1', 'Sample.pdf', '2026-01-01', 'Ada');
	insert into shop.editions (catalogue_id, file_name, sha256, size, content_type, uploaded_by, edition, changes, published_by, published_at, former_name, former_sha256)
		values ('1', 'Sample.pdf', repeat('0', 64), 1, 'application/pdf', 'Ada', '2026-01-01', 'New figures', 'Ada', now(), 'Sample-0-2025-01-01.pdf', repeat('1', 64));
	insert into shop.customer_notes (user_id, body, written_by) values ('${ids.owner}', 'Wrote twice.', 'Ada');
	insert into shop.requests (purchase_id, user_id, kind, said, asked_at) values ('${ids.purchase}', '${ids.owner}', 'help', 'A page is blank.', now());
	insert into shop.dispute_answers (dispute_id, text) values ('du_sample', 'They downloaded it.');
	insert into shop.payouts (id, status, amount_pence, created_at, arrives_on) values ('po_sample', 'paid', 1457, now(), now());
	insert into shop.saved_views (staff_id, name, query) values ('${ids.owner}', 'France', 'country=FR');
	insert into shop.owner_acts (command, decided_by, purchase_id) values ('release', 'Ada', '${ids.purchase}');
	insert into auth.deleted_accounts (user_id, deleted_at) values ('33333333-3333-4333-8333-333333333333', now());
	insert into shop.payment_events (id, type, payload) values ('evt_sample', 'checkout.session.completed', '{}');
	insert into shop.rate_limits (key, points) values ('sample', 1);
	insert into public.downloads (user_id, catalogue_id, file_name, sha256, at)
		values ('${ids.owner}', '2', 'CV.zip', repeat('1', 64), now());
	insert into public.receipts (purchase_id, user_id, product_name, amount_pence, currency, paid_at)
		values ('${ids.purchase}', '${ids.owner}', 'CV Secrets', 1499, 'GBP', now());
	insert into public.refunds (id, purchase_id, user_id, kind, amount_pence, at)
		values ('re_sample', '${ids.purchase}', '${ids.owner}', 'refund', 1499, now());
	insert into shop.disputes (id, payment_intent_id, state, amount_pence, reported_at)
		values ('du_sample', 'pi_sample', 'open', 1499, now());
	insert into shop.fraud_warnings (id, payment_intent_id, fraud_type, is_actionable, warned_at, reported_at)
		values ('issfr_sample', 'pi_sample', 'misc', true, now(), now());
	insert into shop.refused_checkouts (catalogue_id, reason, refused_at) values ('2', 'sample', now());
	insert into shop.refused_mails (job, reference, reason) values ('send-receipt', 'sample', 'x');
	insert into shop.write_checks default values;
	insert into shop.alerts (kind, raised_at, content, cases) values ('held', now(), '{}', '{}');
	insert into shop.backup_runs (kind, begun_at, seen_at, finished_at) values ('check', now(), now(), now());
	insert into shop.latest_audit (finished_at, differences) values (now(), 0);
	insert into shop.page_views (day, path, views) values ('2026-11-21', '/sample', 1);
	insert into shop.pictures (id, width, height, alt, added_by) values (repeat('b', 32), 640, 480, 'A sample', 'Ada');
	insert into shop.request_links (token_hash, purchase_id, user_id, email, expires_at)
		values ('\\x01', '${ids.purchase}', '${ids.owner}', 'owner@student.test', now());
	insert into shop.release_notices (catalogue_id, email, asked_at) values ('2', 'owner@student.test', now());
	insert into shop.daily_steps (day, step, count) values ('2026-11-21', 'sample', 1);
	insert into shop.movements (key, purchase_id, kind, at, day, gross_pence, vat_pence, catalogue_id, status)
		values ('1sample', '${ids.purchase}', 'sale', now(), '2026-11-21', 1499, 0, '2', 'paid');
	insert into shop.movement_sums (day, kind, catalogue_id, status, movements, gross_pence, vat_pence, fee_pence, fees_unknown)
		values ('2026-11-21', 'sale', '2', 'paid', 1, 1499, 0, 42, 0);
	insert into shop.movements_filled (at) values ('2026-11-21');
	insert into storage.objects (bucket_id, name, size, sha256, content_type) values
		('pdfs', 'CV.zip', 1, repeat('1', 64), 'application/zip'),
		('pdfs', 'StudentGuide.pdf', 1, repeat('2', 64), 'application/pdf');
`
