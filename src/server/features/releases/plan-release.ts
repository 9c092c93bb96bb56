import { z } from 'zod'
import { defineAct } from '#server/admin-api/define-act.ts'
import { decide, lockProduct } from '#server/features/content/write-documents.ts'
import { uploadLost } from '#server/features/editions/errors.ts'
import { productsWithSameFile, sameFileInWords } from '#server/features/editions/uploads.ts'
import { withoutPrices, withPrice } from '#server/features/prices/decided-prices.ts'
import { waitsForRelease } from '#server/features/products/list-products.ts'
import type { Database } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { decisionsSchema } from '#server/shop/decisions.ts'
import { productNotFound } from '#server/shop/errors.ts'
import { withFileLock } from '#server/shop/files/file-lock.ts'
import { storedName } from '#server/shop/files/file-store.ts'
import { DecisionError, peopleHave, peopleInWords } from '#server/shop/plan.ts'
import { readProducts } from '#server/shop/products.ts'
import { productsApi } from '#shared/admin/products.ts'
import type { Product } from '#shared/catalogue-schema.ts'
import { insideOf } from '#shared/inside.ts'
import { formatPounds } from '#shared/money.ts'
import { productPath } from '#shared/paths.ts'
import type { OfferedProduct } from '#shared/shop-state.ts'

const stateSchema = z.object({
	title: z.string(),
	comingSoon: z.boolean(),
	withdrawn: z.boolean(),
	people: z.int(),
	waits: z.boolean(),
	decisions: decisionsSchema,
	at: z.date(),
	today: z.string(),
	upload: z.string().nullable(),
	fileName: z.string().nullable(),
	sha256: z.string().nullable(),
	size: z.int().nullable(),
	contentType: z.string().nullable(),
	/** The products of which a file is the same as the upload. */
	sameAs: z.array(z.string()),
})

const releaseProduct = defineAct(productsApi['release-product'], {
	does: 'releases a product that is coming soon, with the uploaded file, for sale or free of charge',
	log: 'Released a product',
	roles: ['owner'],
	sensitive: true,
	plan: async ({ database, files }, { product: productId, price_pence: wanted }, { by }) => {
		const found = await readState(database, productId)
		const product = await findProduct(database, productId)
		const { title, upload, fileName, sha256 } = found
		if (found.withdrawn || product === undefined) throw new DecisionError(`${title} has left the catalogue.`)
		if (!found.comingSoon) throw new DecisionError(`${title} is out already.`)
		if (upload === null || fileName === null || sha256 === null)
			throw new DecisionError(`${title} has no file yet. Upload it first.`)
		const pence = priceOf(product, wanted)
		return {
			will: [
				...sameFileInWords(found.sameAs),
				`${pence === null ? `Gives ${title} away` : `Sells ${title} at ${formatPounds(pence)}`}, from now on. It’s out everywhere within about ten seconds: on the home page and the shelves, in the sitemap, and on a page of its own, ${productPath(product)}.`,
				`Everybody who gets it gets the file that was uploaded, ${fileName}.`,
				`Its page has no pictures and no contents until a new version of the shop adds them. It describes what is inside as planned, so check that this is still true: ${insideOf(
					product,
				)
					.map((item) => `“${item}”`)
					.join(', ')}.`,
				emailsInWords(found),
				'You can take it back until somebody has it.',
			],
			executeInSteps: async (recorded) =>
				await withFileLock(database, fileName, async () => {
					const file = await files.open(storedName(fileName, sha256))
					if (file === undefined || file.size !== found.size) throw uploadLost()
					return await recorded(async (tx) => {
						await lockProduct(tx, productId)
						const now = await readState(tx, productId)
						const ended = await tx.execute(sql`
						update shop.editions set ended_by = ${by}, ended_at = clock_timestamp()
						where id = ${upload} and published_at is null and ended_at is null`)
						if (!now.comingSoon || ended === 0)
							throw new DecisionError('Somebody else has just changed it. Check it again.')
						const stored = await tx.execute(sql`
						insert into storage.objects (bucket_id, name, size, sha256, content_type)
						values ('pdfs', ${fileName}, ${found.size}, ${sha256}, ${found.contentType}) on conflict do nothing`)
						if (stored === 0)
							throw new DecisionError(`The store has another ${fileName} already. Remove that first.`)
						const at = now.at.toISOString()
						await decide(tx, productId, {
							by,
							change: 'released',
							decided: {
								...(pence === null ? {} : withPrice(now.decisions, { pence, from: at, by })),
								release: { fileName, date: found.today, by, at },
							},
						})
						return {
							answer: null,
							details: { product: productId },
							before: { coming_soon: true },
							after: { coming_soon: false, file: fileName, sha256, price_pence: pence },
						}
					})
				}),
		}
	},
})

/**
 * Returns the price of a product that is to be released; null if it is free. Throws `DecisionError` if the product has no
 * price, or may not have this one.
 */
function priceOf(product: Product, wanted: number | undefined): number | null {
	const { title, isFree, pricePence, stripeProductId, taxCode } = product
	if (isFree) {
		if (wanted !== undefined)
			throw new DecisionError(`${title} is free in the catalogue. It can’t have a price.`)
		return null
	}
	if (stripeProductId === null || taxCode === null)
		throw new DecisionError(
			`The catalogue has no Stripe product or no tax code for ${title}, so it can’t be sold. A new version of the shop must add them.`,
		)
	const pence = wanted ?? pricePence
	if (pence === null) throw new DecisionError('Say what it costs.')
	return pence
}

async function findProduct(database: Database, productId: string): Promise<OfferedProduct | undefined> {
	return (await readProducts(database)).find(({ id }) => id === productId)
}

function emailsInWords({ people, waits }: z.infer<typeof stateSchema>): string {
	if (people === 0) return 'Nobody has asked to be told, so nobody is emailed.'
	const asked = peopleInWords(people)
	return waits
		? `The emails to ${asked} who asked to be told wait until you send them.`
		: `Emails ${asked} who asked to be told, once each, starting about five minutes later. To look at its page first, hold the emails back before you release it.`
}

const releasedSchema = z.object({
	title: z.string(),
	decisions: decisionsSchema,
	sha256: z.string().nullable(),
	holders: z.int(),
	checkouts: z.int(),
	told: z.int(),
	editions: z.int(),
})

/**
 * Throws `DecisionError` if the catalogue itself now lists the product as released, if a customer has it or is paying for it, or
 * if an owner has published a newer edition.
 */
const takeBackRelease = defineAct(productsApi['take-back-release'], {
	does: 'takes back the release of a product, which is then coming soon again, unless a customer already has it',
	log: 'Took a release back',
	roles: ['owner'],
	sensitive: true,
	plan: async ({ database, files }, { product: productId }, { by }) => {
		const found = await readReleased(database, productId)
		const product = await findProduct(database, productId)
		const { title, fileName, sha256 } = found
		if (product?.releasedByOwner !== true)
			throw new DecisionError(
				`This version of the shop releases ${title} itself, so it can’t be taken back here.`,
			)
		refuseIfHeld(found)
		return {
			will: [
				`${title} is coming soon again, everywhere within about ten seconds. Nobody has it yet.`,
				'Its file and its price are discarded. To release it again, upload the file again.',
				found.told === 0
					? 'Nobody has been emailed, and nobody will be until it is out again.'
					: `${peopleHave(found.told)} been emailed that it is out. They aren’t emailed again.`,
			],
			executeInSteps: async (recorded) =>
				await withFileLock(database, fileName, async () => {
					await recorded(async (tx) => {
						await lockProduct(tx, productId)
						const now = await readReleased(tx, productId)
						refuseIfHeld(now)
						await decide(tx, productId, {
							by,
							change: 'release taken back',
							decided: { ...withoutPrices(now.decisions, by), release: undefined, free: undefined },
						})
						await tx.execute(sql`
						update shop.editions set ended_by = ${by}, ended_at = clock_timestamp()
						where catalogue_id = ${productId} and published_at is null and ended_at is null`)
						await tx.execute(sql`delete from storage.objects where bucket_id = 'pdfs' and name = ${fileName}`)
						return {
							answer: null,
							details: { product: productId },
							before: { coming_soon: false, file: fileName, sha256 },
							after: { coming_soon: true },
						}
					})
					if (sha256 !== null) await files.remove(storedName(fileName, sha256))
					return null
				}),
		}
	},
})

export const releaseActs = { 'release-product': releaseProduct, 'take-back-release': takeBackRelease }

function refuseIfHeld({ title, holders, checkouts, editions }: z.infer<typeof releasedSchema>): void {
	if (holders > 0)
		throw new DecisionError(
			`${peopleHave(holders)} ${title} already, so it can’t be taken back. To stop offering it, withdraw it with the next version of the shop: they keep their access.`,
		)
	if (checkouts > 0)
		throw new DecisionError(
			`Somebody is paying for ${title} just now. Their checkout ends within 24 hours; try again then.`,
		)
	if (editions > 0) throw new DecisionError('Take back its newest edition first.')
}

async function readReleased(
	database: Pick<Database, 'query'>,
	id: string,
): Promise<z.infer<typeof releasedSchema> & { fileName: string }> {
	const released = await maybeOne(
		database,
		sql`
		select p.title, d.decisions, o.sha256, bought.holders, bought.checkouts,
			(select count(*)::integer from shop.release_notices where catalogue_id = p.id and queued_at is not null) as told,
			(
				select count(*)::integer from shop.editions
				where catalogue_id = p.id and published_at is not null and ended_at is null
			) as editions
		from shop.documents d join public.products p on p.id = d.id
			left join storage.objects o on o.bucket_id = 'pdfs' and o.name = d.decisions #>> '{release,fileName}'
			cross join lateral (
				select count(distinct user_id) filter (where status not in ('pending', 'expired', 'failed'))::integer as holders,
					count(*) filter (where status = 'pending')::integer as checkouts
				from public.purchases
				where catalogue_id = p.id or catalogue_id in (select bundle_id from shop.bundle_contents where catalogue_id = p.id)
			) bought
		where d.kind = 'product' and d.id = ${id}`,
		releasedSchema,
	)
	const { fileName } = released?.decisions.release ?? {}
	if (released === undefined || fileName === undefined)
		throw new DecisionError('It was not released in the admin.')
	return { ...released, fileName }
}

async function readState(
	database: Pick<Database, 'query'>,
	id: string,
): Promise<z.infer<typeof stateSchema>> {
	const state = await maybeOne(
		database,
		sql`
		select p.title, p.coming_soon as "comingSoon", p.withdrawn, coalesce(w.waits, false) as waits,
			coalesce(d.decisions, '{}') as decisions, now() as at,
			to_char(now() at time zone 'Europe/London', 'YYYY-MM-DD') as today,
			(
				select count(*)::integer from shop.release_notices n
				where n.catalogue_id = p.id and ${waitsForRelease}
			) as people,
			e.id as upload, e.file_name as "fileName", e.sha256, e.size, e.content_type as "contentType",
			array(${productsWithSameFile}) as "sameAs"
		from public.products p left join shop.documents d on d.kind = 'product' and d.id = p.id
			left join shop.release_emails w on w.catalogue_id = p.id
			left join shop.editions e
			on e.catalogue_id = p.id and not e.of_catalogue and e.published_at is null and e.ended_at is null
		where p.id = ${id}`,
		stateSchema,
	)
	if (state === undefined) throw productNotFound()
	return state
}
