import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Transaction } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import {
	type DocumentName,
	findFaults,
	isDocumentName,
	type ShopDocument,
	withoutUnknownFields,
} from '#shared/content/documents.ts'
import {
	addDocument,
	asJson,
	changeDocument,
	lockDocuments,
	readDocuments,
	type StoredDocument,
} from './document-rows.ts'
import { withAddedFields, withFixedFields } from './fixed-fields.ts'

const by = 'the release'

/**
 * Brings the documents in line with those of a release of the software. A document that nobody has edited becomes what the release
 * says. One that an owner has edited stays, except for what an owner cannot change in it, and what the release says is offered beside it. A
 * document that has left the repository and that nobody had edited is withdrawn. If nothing differs, changes nothing.
 */
export async function loadStarterShop(tx: Transaction, documents: readonly ShopDocument[]): Promise<void> {
	await lockDocuments(tx)
	const stored = await readDocuments(tx)
	const owned = stored.filter(({ is_edited: isEdited, published }) => isEdited && published !== null)
	for (const { content: given, ...name } of documents) {
		const content: unknown = JSON.parse(JSON.stringify(given))
		const before = stored.find((document) => isSame(document, name))
		if (!isDeepStrictEqual(content, before?.of_release)) requireFit(name, content)
		const others = owned.filter((other) => !isSame(other, name))
		const isClashing = clashes(others, content)
		if (before === undefined) {
			const added = isClashing
				? ({ change: 'offered by the release', isOffered: true } as const)
				: ({ change: 'from the release', published: content } as const)
			await addDocument(tx, name, { ...added, by, ofRelease: content })
		} else if (before.is_edited) await keepOwners(tx, before, { content, others })
		else await follow(tx, before, content, isClashing)
	}
	// What a later release has added is for servers of that release.
	for (const document of stored.filter(isDocumentName))
		if (!documents.some((name) => isSame(name, document))) await withdraw(tx, document)
}

/** Brings a document that nobody has edited in line with the release. */
async function follow(
	tx: Transaction,
	before: StoredDocument,
	content: unknown,
	isClashing: boolean,
): Promise<void> {
	if (isDeepStrictEqual(content, before.of_release) && !before.is_withdrawn) return
	if (isClashing)
		await changeDocument(tx, before, {
			change: 'offered by the release',
			by,
			content,
			set: sql`of_release = ${asJson(content)}, is_offered = true`,
		})
	else
		await changeDocument(tx, before, {
			change: 'from the release',
			by,
			content,
			set: sql`
				published = ${asJson(content)}, published_as = gen_random_uuid(), of_release = ${asJson(content)},
				is_offered = false, withdrawn_at = null`,
		})
}

/** Keeps what an owner has made of a document, and offers what the release says if that is new. */
async function keepOwners(
	tx: Transaction,
	stored: StoredDocument,
	{ content, others }: { content: unknown; others: readonly StoredDocument[] },
): Promise<void> {
	const withAdded = (mine: unknown) => withAddedFields(stored, mine, content)
	const before = { ...stored, published: withAdded(stored.published), draft: withAdded(stored.draft) }
	const { published, draft, of_release: ofRelease } = before
	const withFixed = (mine: unknown) => withFixedFields(before, mine, content)
	if (published !== null && !isReadable(before))
		// A schema of this release no longer allows it. The owner finds it as the draft.
		return void (await changeDocument(tx, before, {
			change: 'from the release',
			by,
			content,
			set: sql`
				draft = coalesce(draft, published), published = ${asJson(content)}, published_as = gen_random_uuid(),
				of_release = ${asJson(content)}, is_offered = false`,
		}))
	if (isDeepStrictEqual(content, ofRelease) && isDeepStrictEqual(published, stored.published)) return
	const merged = withFixed(published)
	const isFit = isReadable({ ...before, published: merged }) && !clashes(others, merged)
	const mine = isFit ? merged : published
	const isChanged = !isDeepStrictEqual(mine, stored.published)
	const isSameNow = isDeepStrictEqual(mine, content)
	const isNews = !isFit || !isDeepStrictEqual(withFixed(ofRelease), content)
	await changeDocument(tx, before, {
		...(isChanged || isSameNow
			? ({ change: 'from the release', content: mine } as const)
			: ({ change: 'offered by the release', content } as const)),
		by,
		set: sql`
			published = ${asJson(mine)}, published_as = ${isChanged ? sql`gen_random_uuid()` : sql`published_as`},
			draft = nullif(${asJson(isFit ? withFixed(draft) : draft)}, ${asJson(mine)}),
			of_release = ${asJson(content)},
			is_offered = (is_offered or ${isNews}) and ${!isSameNow}`,
	})
}

/** Withdraws a document that the release lacks, unless an owner has edited it and it still matches its schema. */
async function withdraw(tx: Transaction, document: StoredDocument): Promise<void> {
	const { published, is_edited: isEdited, is_withdrawn: isWithdrawn } = document
	if (isWithdrawn || published === null) return
	const change = { change: 'withdrawn', by, content: published } as const
	if (!isEdited)
		await changeDocument(tx, document, {
			...change,
			set: sql`withdrawn_at = now(), decisions = decisions - 'offSale'`,
		})
	else if (!isReadable(document))
		await changeDocument(tx, document, {
			...change,
			set: sql`draft = coalesce(draft, published), published = null, published_as = null`,
		})
}

/** Returns whether what is published can be shown by this release. Fields that a later release has added don't matter. */
function isReadable(document: StoredDocument): boolean {
	return findFaults(document, withoutUnknownFields(document, document.published)).length === 0
}

/** Returns whether a product cannot be on offer beside what owners have published, because it shares a name with one of them. */
function clashes(others: readonly StoredDocument[], content: unknown): boolean {
	return others.some(({ published }) => share(published, content))
}

const namesSchema = z.object({ slug: z.string(), title: z.string(), stripeProductId: z.string().nullable() })

function share(published: unknown, content: unknown): boolean {
	const [one, other] = [published, content].map((each) => namesSchema.safeParse(each).data)
	if (one === undefined || other === undefined) return false
	return (
		one.slug === other.slug ||
		one.title === other.title ||
		(one.stripeProductId !== null && one.stripeProductId === other.stripeProductId)
	)
}

function requireFit(name: DocumentName, content: unknown): void {
	const faults = findFaults(name, content)
	if (faults.length > 0)
		throw new Error(
			`The ${name.kind} ${name.id} of the repository has faults: ${faults.map(({ path, says }) => `${path} ${says}`).join('; ')}`,
		)
}

function isSame(one: DocumentName, other: DocumentName): boolean {
	return one.kind === other.kind && one.id === other.id
}
