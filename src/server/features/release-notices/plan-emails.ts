import { z } from 'zod'
import { defineAct } from '#server/admin-api/define-act.ts'
import { waitsForRelease } from '#server/features/products/list-products.ts'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { productNotFound } from '#server/shop/errors.ts'
import { storedName } from '#server/shop/files/file-store.ts'
import { type ActFacts, DecisionError, peopleHave } from '#server/shop/plan.ts'
import { productsApi } from '#shared/admin/products.ts'

const stateSchema = z.object({
	title: z.string(),
	comingSoon: z.boolean(),
	withdrawn: z.boolean(),
	waits: z.boolean(),
	/** How many confirmed addresses have not been emailed yet. */
	people: z.int(),
	fileName: z.string().nullable(),
	sha256: z.string().nullable(),
})

const holdReleaseEmails = defineAct(productsApi['hold-release-emails'], {
	does: 'holds back the emails about a product’s release until an owner sends them',
	log: 'Held the emails about a release back',
	roles: ['owner'],
	sensitive: true,
	plan: async ({ database }, { product: productId }, { by }) => {
		const { title, comingSoon, waits, people } = await readState(database, productId)
		if (!comingSoon && people === 0)
			throw new DecisionError(`Everybody who asked about ${title} has been emailed.`)
		return {
			will: waits
				? []
				: [
						comingSoon
							? `Once ${title} is released, no emails go out automatically. You send them from this page.`
							: `From now on, holds back the emails that say ${title} is out. ${peopleHave(people)} not been emailed yet.`,
						'Those who asked stay on the list, and others can still ask until it is released.',
					],
			execute: (tx) => decide(tx, { productId, waits: true, by }),
		}
	},
})

/** If the product is not out yet, lets the shop send the emails automatically when it is. */
const sendReleaseEmails = defineAct(productsApi['send-release-emails'], {
	does: 'sends the emails about a product’s release that were held back, one to each person who asked',
	log: 'Let the emails about a release go out',
	roles: ['owner'],
	sensitive: true,
	plan: async ({ database, files }, { product: productId }, { by }) => {
		const found = await readState(database, productId)
		const { title, comingSoon, withdrawn, waits, people, fileName, sha256 } = found
		if (withdrawn)
			throw new DecisionError(`${title} has left the catalogue, so there is nothing to tell people about.`)
		if (!waits)
			throw new DecisionError(
				comingSoon
					? `${title} isn’t out yet. Once it is released, everybody who asked is emailed.`
					: `The emails about ${title} aren’t held back: they go out automatically.`,
			)
		const file =
			fileName === null || sha256 === null ? undefined : await files.open(storedName(fileName, sha256))
		if (!comingSoon && file === undefined)
			throw new DecisionError(`The file of ${title} isn’t in the store, so nobody could download it.`)
		return {
			will: comingSoon
				? [
						`Lets the emails go out automatically again, within about ten minutes of the release of ${title}. ${peopleHave(people)} asked so far.`,
					]
				: [
						`Tells everybody who asked, in one email each, that ${title} is out. ${peopleHave(people)} not been emailed yet.`,
						'The emails begin within about five minutes and go out one a second. They can’t be recalled.',
					],
			execute: (tx) => decide(tx, { productId, waits: false, by }),
		}
	},
})

export const releaseEmailActs = {
	'hold-release-emails': holdReleaseEmails,
	'send-release-emails': sendReleaseEmails,
}

async function decide(
	tx: Transaction,
	{ productId, waits, by }: { productId: string; waits: boolean; by: string },
): Promise<ActFacts> {
	const changed = await tx.execute(sql`
			insert into shop.release_emails (catalogue_id, waits, decided_by) values (${productId}, ${waits}, ${by})
			on conflict (catalogue_id) do update set waits = excluded.waits, decided_by = excluded.decided_by, decided_at = now()
			where release_emails.waits <> excluded.waits`)
	if (changed === 0) throw new DecisionError('Somebody else has already done this.')
	return { details: { product: productId }, before: { waits: !waits }, after: { waits } }
}

async function readState(
	database: Pick<Database, 'query'>,
	id: string,
): Promise<z.infer<typeof stateSchema>> {
	const state = await maybeOne(
		database,
		sql`
		select p.title, p.coming_soon as "comingSoon", p.withdrawn, coalesce(e.waits, false) as waits, p.file_name as "fileName", o.sha256,
			(
				select count(*)::integer from shop.release_notices n
				where n.catalogue_id = p.id and ${waitsForRelease}
			) as people
		from public.products p left join shop.release_emails e on e.catalogue_id = p.id
			left join storage.objects o on o.bucket_id = 'pdfs' and o.name = p.file_name
		where p.id = ${id}`,
		stateSchema,
	)
	if (state === undefined) throw productNotFound()
	return state
}
