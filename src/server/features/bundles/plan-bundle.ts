import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { defineAct } from '#server/admin-api/define-act.ts'
import { codesLeavingTooLittle, leastPence } from '#server/features/codes/least-price.ts'
import { listPaidGuides, type PaidGuide } from '#server/features/codes/list-codes.ts'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { alreadyWithdrawn, guideNotOnSale } from '#server/shop/errors.ts'
import { DecisionError } from '#server/shop/plan.ts'
import type { Parsed } from '#shared/admin/api.ts'
import { bundlesApi } from '#shared/admin/bundles.ts'
import { bundlePrefix } from '#shared/bundle-id.ts'
import { formatPounds } from '#shared/money.ts'

type NewBundle = Parsed<'make-bundle'>

/** Throws `DecisionError` if the guides don't cost more one by one, or if there is a bundle of the same guides already. */
const makeBundle = defineAct(bundlesApi['make-bundle'], {
	does: 'puts several guides on sale together at one price',
	log: 'Made a bundle',
	roles: ['owner'],
	sensitive: true,
	plan: async ({ database, clock }, wanted, { by }) => {
		const { title, sentence, price_pence: price } = wanted
		const guides = await readGuides(database, wanted)
		return {
			will: [
				`From now on, buyers can buy ${titles(guides)} together as “${title}” for ${formatPounds(price)}, which is ${formatPounds(sumOf(guides) - price)} less than buying them one by one.`,
				'The pages of these guides and the list of premium guides offer it within about ten seconds.',
				'It’s one payment with one receipt, and refunding it takes all its guides away.',
				'A buyer who already has one of the guides can’t buy it. The shop says so before they pay.',
				'Its price and its guides can’t be changed later. To change them, withdraw it and make another bundle.',
			],
			execute: async (tx) => {
				// Serialises owners who make bundles at the same time.
				await tx.query(sql`select pg_advisory_xact_lock(hashtextextended('bundles', 0))`)
				const now = await readGuides(tx, wanted)
				if (sumOf(now) !== sumOf(guides))
					throw new DecisionError('The price of a guide has just changed. Check the bundle again.')
				const id = await insertBundle(tx, wanted, { by, at: clock.now() })
				return {
					answer: { id },
					details: { product: id, sentence },
					before: { [title]: null },
					after: { [title]: `${titles(guides)} for ${formatPounds(price)}` },
				}
			},
		}
	},
})

const withdrawBundle = defineAct(bundlesApi['withdraw-bundle'], {
	does: 'stops selling a bundle; its buyers keep the guides',
	log: 'Withdrew a bundle',
	roles: ['owner'],
	sensitive: true,
	plan: async ({ database, clock }, { id }, { by }) => {
		const found = await maybeOne(
			database,
			sql`
		select p.title, b.withdrawn_at is not null as is_withdrawn, array(
			select code from shop.discount_codes
			where b.id = any (catalogue_ids) and turned_off_at is null and (ends_at is null or ends_at > now()) order by 1
		) as codes
		from shop.bundles b join public.products p on p.id = b.id where b.id = ${id}`,
			z.object({ title: z.string(), is_withdrawn: z.boolean(), codes: z.array(z.string()) }),
		)
		if (found === undefined) throw new DecisionError('There is no such bundle.')
		const { title, is_withdrawn: isWithdrawn, codes } = found
		return {
			will: isWithdrawn
				? []
				: [
						`“${title}” can no longer be bought, and within about ten seconds no page offers it. A buyer who already has its payment page open can still pay, and gets the guides.`,
						...codes.map(
							(code) => `The code ${code} is for this bundle, and has nothing more to lower there.`,
						),
						'Those who have bought it keep everything. Each guide is still sold on its own.',
						'It can’t be sold again, but you can make a new one with the same name.',
					],
			execute: async (tx) => {
				const changed = await tx.execute(sql`
					update shop.bundles set withdrawn_by = ${by}, withdrawn_at = ${clock.now()}
					where id = ${id} and withdrawn_at is null`)
				if (changed === 0) throw alreadyWithdrawn()
				return {
					details: { product: id },
					before: { [title]: 'on sale' },
					after: { [title]: 'withdrawn' },
				}
			},
		}
	},
})

export const bundleActs = { 'make-bundle': makeBundle, 'withdraw-bundle': withdrawBundle }

/** Returns the guides of a bundle that is to be made. Throws `DecisionError` if the bundle may not be made. */
async function readGuides(database: Pick<Database, 'query'>, wanted: NewBundle): Promise<PaidGuide[]> {
	const { title, price_pence: price } = wanted
	const ids = [...new Set(wanted.guides)]
	const guides = (await listPaidGuides(database)).filter(({ id }) => ids.includes(id))
	if (guides.length < ids.length) throw guideNotOnSale()
	if (guides.length < 2) throw new DecisionError('A bundle has two guides or more.')
	if (price < leastPence)
		throw new DecisionError(`Stripe takes no payment below ${formatPounds(leastPence)}.`)
	const [code] = await codesLeavingTooLittle(database, { productId: bundlePrefix, pence: price })
	if (code !== undefined)
		throw new DecisionError(
			`The code ${code} is for all bundles, and would leave less than ${formatPounds(leastPence)} of this one to pay. Turn the code off first.`,
		)
	const sum = sumOf(guides)
	if (price >= sum)
		throw new DecisionError(
			`Bought one by one, these guides cost ${formatPounds(sum)}. A bundle has to cost less than that.`,
		)
	const planned = guides.reduce((least, guide) => least + guide.least_pence, 0)
	if (price >= planned)
		throw new DecisionError(
			`A lower price is planned for one of these guides: bought one by one, they will then cost ${formatPounds(planned)}. A bundle has to cost less than that.`,
		)
	const others = await database.query(
		sql`
		select p.title, array(select c.catalogue_id from shop.bundle_contents c where c.bundle_id = b.id) as guides
		from shop.bundles b join public.products p on p.id = b.id where b.withdrawn_at is null`,
		z.object({ title: z.string(), guides: z.array(z.string()) }),
	)
	const same = others.find(
		(other) => other.guides.length === ids.length && other.guides.every((id) => ids.includes(id)),
	)
	if (same !== undefined)
		throw new DecisionError(`“${same.title}” has the same guides. Withdraw that one first.`)
	if (others.some((other) => other.title.toLowerCase() === title.toLowerCase()))
		throw new DecisionError(`There is a bundle called “${title}” already. Choose another name.`)
	return guides
}

async function insertBundle(
	tx: Transaction,
	{ title, sentence, price_pence: price, guides }: NewBundle,
	{ by, at }: { by: string; at: Date },
): Promise<string> {
	// The id is random rather than counted. A restored backup may lack a bundle that payments still name, and the id of that bundle
	// must not be used again.
	const id = `${bundlePrefix}${randomBytes(4).toString('hex')}`
	await tx.execute(sql`
		insert into public.products
			(id, product_id, slug, title, description, category, price_pence, currency, is_free, coming_soon, withdrawn)
		values (${id}, ${id}, ${id}, ${title}, ${sentence}, 'Bundle', ${price}, 'GBP', false, false, true)`)
	await tx.execute(sql`insert into shop.bundles (id, made_by, made_at) values (${id}, ${by}, ${at})`)
	await tx.execute(sql`
		insert into shop.bundle_contents (bundle_id, catalogue_id) select distinct ${id}, unnest(${guides}::text[])`)
	return id
}

function sumOf(guides: readonly PaidGuide[]): number {
	return guides.reduce((sum, { price_pence: price }) => sum + price, 0)
}

function titles(guides: readonly PaidGuide[]): string {
	return guides.map(({ title }) => title).join(' and ')
}
