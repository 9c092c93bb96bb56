import { z } from 'zod'
import { defineAct } from '#server/admin-api/define-act.ts'
import { lockProduct } from '#server/features/content/write-documents.ts'
import { countToBeTold } from '#server/features/edition-notices/edition-notices.ts'
import type { Database, Transaction } from '#server/platform/db/database.ts'
import { maybeOne } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import type { Decisions } from '#server/shop/decisions.ts'
import { withFileLock } from '#server/shop/files/file-lock.ts'
import { storedName, wholeFile } from '#server/shop/files/file-store.ts'
import { DecisionError, peopleHave, peopleInWords } from '#server/shop/plan.ts'
import { isOffSaleSql, readOffer } from '#server/shop/products.ts'
import { productsApi } from '#shared/admin/products.ts'
import { dayOf } from '#shared/dates.ts'
import { formatBytes } from '#shared/wording.ts'
import { decideEdition } from './decide-edition.ts'
import { fileChanged, fileMissing, uploadLost } from './errors.ts'
import { otherFilesNow } from './read-editions.ts'
import { productsWithSameFile, sameFileInWords } from './uploads.ts'

const waitingSchema = z.object({
	id: z.string(),
	productId: z.string(),
	title: z.string(),
	fileName: z.string(),
	sha256: z.string(),
	size: z.int(),
	contentType: z.string(),
	ofCatalogue: z.boolean(),
	ownEdition: z.string().nullable(),
	ownChanges: z.string().nullable(),
	/** The edition and the hash of the file that customers get now. */
	current: z.string().nullable(),
	currentSha256: z.string().nullable(),
	today: z.string(),
	otherFiles: z.array(z.string()),
	/** The further files that the edition before leaves out already. */
	leftOut: z.array(z.string()),
	offered: z.boolean(),
	/** The products of which a file is the same. */
	sameAs: z.array(z.string()),
})

/** The previous edition is kept. */
export const publishEdition = defineAct(productsApi['publish-edition'], {
	does: 'gives customers an uploaded file as the new edition of a guide',
	log: 'Published an edition',
	roles: ['owner'],
	sensitive: true,
	plan: async ({ database, files }, { id, changes: written, tell: tells, leave_out: leftOut }, { by }) => {
		const found = await readWaiting(database, id)
		const { productId, title, fileName, sha256, currentSha256, current } = found
		if (!found.offered) throw new DecisionError(`${title} isn’t offered now, so it can’t have a new edition.`)
		if (currentSha256 === null) throw fileMissing(title)
		const unknown = leftOut.filter((name) => !found.otherFiles.includes(name))
		if (unknown.length > 0)
			throw new DecisionError(`${title} has no other file called ${unknown.join(', ')}.`)
		const stale = found.otherFiles.filter((name) => !leftOut.includes(name))
		const changes = found.ownChanges ?? written.replaceAll(/[\0\s]+/g, ' ').trim()
		if (changes === '') throw new DecisionError('Say in a line what changed. Customers read it.')
		const edition = found.ownEdition ?? laterOf(found.today, current)
		const isSameDay = edition === current
		const told = tells && !isSameDay ? await countToBeTold(database, { productId, edition }) : 0
		const formerName = keptName(fileName, currentSha256, current ?? found.today)
		return {
			will:
				sha256 === currentSha256
					? []
					: [
							...sameFileInWords(found.sameAs),
							`Gives this file (${formatBytes(found.size)}) to everybody who has ${title} and to every later customer. It replaces ${fileName} at once.`,
							`The edition is dated ${dayOf(new Date(edition))}. The guide’s page and “Your guides” say what changed: “${changes}” The pictures, contents and page count on the guide’s page stay as they are: check that they’re still true.`,
							isSameDay
								? 'It has the same date as the edition that it replaces, so nobody is emailed.'
								: tells
									? `Emails ${peopleInWords(told)} who had it before and asked to hear of new editions, within about an hour. If you take it back in the first five minutes, nobody is emailed.`
									: 'Emails nobody. Those who have the guide see the new edition under “Your guides”.',
							'The previous file is kept, so that you can go back to it.',
							...(stale.length === 0
								? []
								: [
										`Its other files stay as they are, so they may say what the edition before said: ${stale.join(', ')}.`,
									]),
							...(leftOut.length === 0
								? []
								: [
										`Pages no longer offer ${leftOut.join(', ')}. Those who have kept a link can still open it, and taking the edition back offers it again.`,
									]),
						],
			executeInSteps: async (recorded) =>
				await withFileLock(database, fileName, async () => {
					const [uploaded, former] = [
						await files.open(storedName(fileName, sha256)),
						await files.open(storedName(fileName, currentSha256)),
					]
					if (uploaded?.size !== found.size) throw await lost(database, found)
					if (former === undefined) throw fileMissing(title)
					// The bytes are stored first: if the server dies before the rows change, customers still get the previous edition.
					await files.put(storedName(formerName, currentSha256), await wholeFile(former))
					await recorded(async (tx) => {
						await lockProduct(tx, productId)
						await tx.execute(sql`
						insert into storage.objects (bucket_id, name, size, sha256, content_type)
						select bucket_id, ${formerName}, size, sha256, content_type from storage.objects
						where bucket_id = 'pdfs' and name = ${fileName} and sha256 = ${currentSha256}
						on conflict (bucket_id, name) do nothing`)
						const replaced = await tx.execute(sql`
						update storage.objects
						set sha256 = ${sha256}, size = ${found.size}, content_type = ${found.contentType}, updated_at = clock_timestamp()
						where bucket_id = 'pdfs' and name = ${fileName} and sha256 = ${currentSha256}`)
						const published = await tx.execute(sql`
						update shop.editions
						set edition = ${edition}, changes = ${changes}, tells = ${tells}, left_out = ${[...found.leftOut, ...leftOut]}, published_by = ${by}, published_at = clock_timestamp(),
							former_name = ${formerName}, former_sha256 = ${currentSha256}, former_edition = ${current}
						where id = ${id} and published_at is null and ended_at is null`)
						if (replaced === 0 || published === 0) throw fileChanged()
						await decideEdition(tx, productId, { by, change: 'edition published' })
						return {
							answer: null,
							details: { product: productId, tells, left_out: leftOut },
							before: { edition: current, sha256: currentSha256 },
							after: { edition, sha256 },
						}
					})
					await files.remove(storedName(fileName, currentSha256))
					return null
				}),
		}
	},
})

const currentSchema = z.object({
	id: z.string(),
	title: z.string(),
	fileName: z.string(),
	sha256: z.string(),
	edition: z.string(),
	formerName: z.string(),
	formerSha256: z.string(),
	formerEdition: z.string().nullable(),
	isInPlace: z.boolean(),
	told: z.int(),
	/** Whether this edition, or one that waits to be published, came with a release of the shop. */
	isReleases: z.boolean(),
})

export const takeBackEdition = defineAct(productsApi['take-back-edition'], {
	does: 'takes back the latest edition that an owner published, so that customers get the previous file again',
	log: 'Took an edition back',
	roles: ['owner'],
	sensitive: true,
	plan: async ({ database, files }, { product: productId }, { by }) => {
		const found = await maybeOne(
			database,
			sql`
		select e.id, p.title, e.file_name as "fileName", e.sha256, e.edition, e.former_name as "formerName",
			e.former_sha256 as "formerSha256", e.former_edition as "formerEdition",
			exists (select from storage.objects o where o.bucket_id = 'pdfs' and o.name = e.file_name and o.sha256 = e.sha256) as "isInPlace",
			(
				select count(*)::integer from shop.outbox m
				where m.list = 'editions' and m.about = e.catalogue_id || ' ' || e.edition and m.mailed_at is not null
			) as told,
			e.of_catalogue or exists (
				select from shop.editions w
				where w.catalogue_id = e.catalogue_id and w.of_catalogue and w.published_at is null and w.ended_at is null
			) as "isReleases"
		from shop.editions e join public.products p on p.id = e.catalogue_id
		where e.catalogue_id = ${productId} and e.published_at is not null and e.ended_at is null
		order by e.published_at desc limit 1`,
			currentSchema,
		)
		if (found === undefined) throw new DecisionError('No edition was published in the admin.')
		const { fileName, sha256, formerName, formerSha256 } = found
		if (!found.isInPlace)
			throw new DecisionError('Its file has been replaced since, so there is nothing to take back.')
		const day = found.formerEdition === null ? '' : ` of ${dayOf(new Date(found.formerEdition))}`
		return {
			will: [
				`Takes back the edition of ${dayOf(new Date(found.edition))}: everybody who has ${found.title} gets the previous file again${day}, at once.`,
				found.told === 0
					? 'Nobody has been emailed about it, and nobody will be.'
					: `${peopleHave(found.told)} been emailed about it already. Nobody else will be.`,
				'Customers who have downloaded it keep what they have. The shop doesn’t keep its file.',
			],
			executeInSteps: async (recorded) =>
				await withFileLock(database, fileName, async () => {
					const former = await files.open(storedName(formerName, formerSha256))
					if (former === undefined) throw new DecisionError('The previous file is missing from the store.')
					await files.put(storedName(fileName, formerSha256), await wholeFile(former))
					await recorded(async (tx) => {
						await lockProduct(tx, productId)
						const replaced = await tx.execute(sql`
						update storage.objects o
						set sha256 = f.sha256, size = f.size, content_type = f.content_type, updated_at = clock_timestamp(),
							-- Makes the next start look at the release's edition again.
							goods_sha256 = case when ${found.isReleases} then null else o.goods_sha256 end
						from storage.objects f
						where o.bucket_id = 'pdfs' and o.name = ${fileName} and o.sha256 = ${sha256}
							and f.bucket_id = 'pdfs' and f.name = ${formerName} and f.sha256 = ${formerSha256}`)
						const ended = await tx.execute(sql`
						update shop.editions set ended_by = ${by}, ended_at = clock_timestamp()
						where id = ${found.id} and ended_at is null`)
						if (replaced === 0 || ended === 0) throw fileChanged()
						await tx.execute(
							sql`delete from storage.objects where bucket_id = 'pdfs' and name = ${formerName}`,
						)
						await decideEdition(tx, productId, {
							by,
							change: 'edition taken back',
							former: await formerOf(tx, productId, found),
						})
						return {
							answer: null,
							details: { product: productId },
							before: { edition: found.edition, sha256 },
							after: { edition: found.formerEdition, sha256: formerSha256 },
						}
					})
					await files.remove(storedName(formerName, formerSha256))
					if (sha256 !== formerSha256) await files.remove(storedName(fileName, sha256))
					return null
				}),
		}
	},
})

/**
 * Returns the edition that a file has again after one has been taken back; undefined if the product's document names it. It names a
 * later one if a release has brought that, until the next start puts its file into the store.
 */
async function formerOf(
	tx: Transaction,
	productId: string,
	{ fileName, formerSha256, formerEdition }: z.infer<typeof currentSchema>,
): Promise<Decisions['edition']> {
	const { edition, earlierEditions = [] } = (await readOffer(tx, [productId])).products[0] ?? {}
	if (formerEdition === null || formerEdition === edition?.date) return
	const { changes = 'The previous edition.' } =
		earlierEditions.find(({ date }) => date === formerEdition) ?? {}
	return {
		file: fileName,
		sha256: formerSha256,
		date: formerEdition,
		changes,
		tells: false,
		ofRelease: true,
	}
}

async function readWaiting(
	database: Pick<Database, 'query'>,
	id: string,
): Promise<z.infer<typeof waitingSchema>> {
	const waiting = await maybeOne(
		database,
		sql`
		select e.id, p.id as "productId", p.title, e.file_name as "fileName", e.sha256, e.size, e.content_type as "contentType",
			e.of_catalogue as "ofCatalogue", e.edition as "ownEdition", case when e.of_catalogue then e.changes end as "ownChanges",
			p.edition as current, o.sha256 as "currentSha256",
			to_char(now() at time zone 'Europe/London', 'YYYY-MM-DD') as today,
			${otherFilesNow} as "otherFiles",
			array(
				select jsonb_array_elements_text(d.decisions #> '{edition,leftOut}') from shop.documents d
				where d.kind = 'product' and d.id = p.id
			) as "leftOut",
			(not p.withdrawn or ${isOffSaleSql(sql`p.id`)}) and not p.coming_soon and p.file_name = e.file_name as offered,
			array(${productsWithSameFile}) as "sameAs"
		from shop.editions e join public.products p on p.id = e.catalogue_id
			left join storage.objects o on o.bucket_id = 'pdfs' and o.name = e.file_name
		where e.id = ${id} and e.published_at is null and e.ended_at is null`,
		waitingSchema,
	)
	if (waiting === undefined)
		throw new DecisionError('That upload was used or replaced. Upload the file again.')
	return waiting
}

/**
 * Marks an upload as ended because its bytes are lost, as after a restore: backups don't contain files that wait to be published.
 */
async function lost(
	database: Pick<Database, 'query'>,
	{ id, fileName, ofCatalogue }: z.infer<typeof waitingSchema>,
): Promise<DecisionError> {
	await database.query(sql`
		update shop.editions set ended_by = 'its file was lost', ended_at = clock_timestamp() where id = ${id} and ended_at is null`)
	if (!ofCatalogue) return uploadLost()
	// Makes the next start look at the release's file again.
	await database.query(
		sql`update storage.objects set goods_sha256 = null where bucket_id = 'pdfs' and name = ${fileName}`,
	)
	return new DecisionError(
		'The release’s file is gone from the store. It will be offered here again after the next start.',
	)
}

/**
 * Returns the name under which a previous file is kept. The name ends with the edition, so that downloads of the file are
 * recorded with that edition.
 */
function keptName(fileName: string, sha256: string, edition: string): string {
	const dot = fileName.lastIndexOf('.')
	return `${fileName.slice(0, dot)}-${sha256.slice(0, 8)}-${edition}${fileName.slice(dot)}`
}

function laterOf(today: string, current: string | null): string {
	return current !== null && current > today ? current : today
}
