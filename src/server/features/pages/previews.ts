import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Previews } from '#server/admin-api/dependencies.ts'
import { claimsOf } from '#server/features/content/claims-of.ts'
import { documentNotFound } from '#server/features/content/document-errors.ts'
import { findDocument } from '#server/features/content/document-rows.ts'
import { newestFirst } from '#server/features/content/published-articles.ts'
import { pathOf } from '#server/features/content/read-documents.ts'
import { readShownPictures } from '#server/features/media/read-pictures.ts'
import type { Database } from '#server/platform/db/database.ts'
import { one } from '#server/platform/db/rows.ts'
import { sql } from '#server/platform/db/sql.ts'
import { renderPages } from '#server/platform/http/render-pages.ts'
import { decisionsSchema, offer } from '#server/shop/decisions.ts'
import { DecisionError } from '#server/shop/plan.ts'
import type { Clock } from '#shared/clock.ts'
import { articleSchema } from '#shared/content/article.ts'
import {
	type DocumentName,
	documentNameSchema,
	findFaults,
	isDocumentName,
	pagesSchema,
	productDocumentSchema,
} from '#shared/content/documents.ts'
import { emailsName } from '#shared/content/email-words.ts'
import { siteSchema } from '#shared/content/site-words.ts'
import type { ShopState } from '#shared/shop-state.ts'
import { readStoredState, type ShopSettings, withProfiles } from './read-shop-state.ts'
import { shopNamed } from './shop-named.ts'
import { articleWithShownPicture, siteWithShownPictures, withShownPictures } from './shown-pictures.ts'

const lifetimeMs = 3_600_000
/** How many previews are kept in memory, and for how long, so that a frame for each width doesn't render the page anew. */
const mostKept = 20
const freshMs = 60_000

interface PreviewOptions extends ShopSettings {
	database: Pick<Database, 'query' | 'asServer'>
	/** Signs the addresses. All servers of a shop have the same. */
	key: string
	clock: Clock
	/** The keys of the pages that are shown now, which need not be rendered to check a draft; none by default. */
	known?: () => ReadonlyMap<string, string>
	render?: typeof renderPages
}

export interface ServedPreviews extends Previews {
	/** Returns the page at an address with this token as HTML; undefined if it was not made here, or `ended` after its hour. */
	open(token: string): Promise<string | 'ended' | undefined>
}

const tokenSchema = z.tuple([documentNameSchema, z.int()])

/**
 * Shows pages as they would be with drafts, at addresses of the shop that can't be guessed. Nothing is stored: an address names the
 * document and when it ends, and is signed. It shows the draft as it is when it is opened.
 */
export function createPreviews({
	database,
	key,
	clock,
	known = () => new Map(),
	render = renderPages,
	...settings
}: PreviewOptions): ServedPreviews {
	const kept = new Map<string, { page: string; at: number }>()
	let last: Promise<unknown> = Promise.resolve()

	const sign = (text: string) =>
		createHmac('sha256', key).update(`preview of a document\n${text}`).digest('base64url')

	async function renderAnew(name: DocumentName, content: unknown): Promise<string> {
		const faults = findFaults(name, content)
		if (faults.length > 0) throw notShown('it has faults that have to be mended first')
		const current = await readStoredState(database, settings)
		// Claims are shown although nobody has confirmed their new words yet: whoever wrote them wants to see them.
		const claims = [...current.claims, ...claimsOf(name, content).map(({ id }) => id)]
		const state = shopNamed(await stateWith(name, content, { ...current, claims }))
		const path = pathOf({ ...name, draft: content, published: null })
		const pages = await render(state, new Map(), { only: path }).catch(refuseToShow)
		const { page, isMissing } = pages.get(path) ?? {}
		if (page === undefined || isMissing)
			throw notShown('their page isn’t there before the first article is published')
		return withoutScripts(page)
	}

	/** Replaces a document in the state of the shop. */
	async function stateWith(
		{ kind, id }: DocumentName,
		content: unknown,
		state: ShopState,
	): Promise<ShopState> {
		// No page shows the words of the emails.
		if (id === emailsName.id) return state
		if (kind === 'site') {
			const site = withProfiles(siteSchema.parse(content), settings.site)
			return { ...state, site: siteWithShownPictures(site, await readShownPictures(database)) }
		}
		if (kind === 'page') return { ...state, pages: pagesSchema.parse({ ...state.pages, [id]: content }) }
		if (kind === 'article') return await stateWithArticle(id, content, state)
		const { decisions } = await one(
			database,
			sql`select decisions from shop.documents where kind = 'product' and id = ${id}`,
			z.object({ decisions: decisionsSchema }),
		)
		const product = withShownPictures(
			offer(productDocumentSchema.parse(content), decisions),
			await readShownPictures(database),
		)
		const isOnOffer = state.products.some((other) => other.id === id)
		return {
			...state,
			products: isOnOffer
				? state.products.map((other) => (other.id === id ? product : other))
				: [...state.products, product],
		}
	}

	/** Shows an article among those that are published, as if it were published now. */
	async function stateWithArticle(id: string, content: unknown, state: ShopState): Promise<ShopState> {
		const changedAt = clock.now().toISOString()
		const publishedAt = state.articles.find((other) => other.id === id)?.publishedAt ?? changedAt
		const article = articleWithShownPicture(
			{ ...articleSchema.parse(content), id, publishedAt, changedAt },
			await readShownPictures(database),
		)
		const others = state.articles.filter((other) => other.id !== id)
		return { ...state, articles: newestFirst([article, ...others]) }
	}

	/** Renders something, unless that was done a moment ago. One after another, because each takes a thread and the memory of the whole site. */
	async function inTurn(what: unknown, work: () => Promise<string>): Promise<string> {
		const hash = createHash('sha256').update(JSON.stringify(what)).digest('base64url')
		const fresh = () => {
			const found = kept.get(hash)
			return found !== undefined && clock.now().getTime() - found.at < freshMs ? found.page : undefined
		}
		const rendered = last.then(async () => {
			const page = fresh() ?? (await work())
			kept.set(hash, { page, at: clock.now().getTime() })
			for (const oldest of [...kept.keys()].slice(0, -mostKept)) kept.delete(oldest)
			return page
		})
		last = rendered.catch(() => {})
		return fresh() ?? (await rendered)
	}

	const renderDocument = async (name: DocumentName, content: unknown) =>
		await inTurn(['page', name, content], () => renderAnew(name, content))

	async function draftOf(name: DocumentName): Promise<unknown> {
		const document = isDocumentName(name) ? await findDocument(database, name) : undefined
		if (document === undefined) throw documentNotFound(name)
		return document.draft ?? document.published
	}

	return {
		check: async (name, content) => {
			await inTurn(['check', name, content], async () => {
				const state = await stateWith(name, content, await readStoredState(database, settings))
				await render(shopNamed(state), known()).catch(refuseToShow)
				return ''
			})
		},
		begin: async (name) => {
			await renderDocument(name, await draftOf(name))
			const ends = clock.now().getTime() + lifetimeMs
			const text = Buffer.from(JSON.stringify([name, ends])).toString('base64url')
			return {
				url: `${settings.siteUrl}/preview?token=${text}.${sign(text)}`,
				ends_at: new Date(ends),
			}
		},
		open: async (token) => {
			const [text = '', signature = ''] = token.split('.')
			const expected = Buffer.from(sign(text))
			const given = Buffer.from(signature)
			if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
			const [name, ends] = tokenSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
			if (ends < clock.now().getTime()) return 'ended'
			return await renderDocument({ kind: name.kind, id: name.id }, await draftOf(name))
		},
	}
}

function refuseToShow(cause: unknown): never {
	throw notShown(cause instanceof Error ? cause.message : String(cause), cause)
}

function notShown(why: string, cause?: unknown): DecisionError {
	return new DecisionError(
		`The pages can’t be shown with these words: ${why}. Nothing has changed for visitors.`,
		cause,
	)
}

/** Takes the scripts out. They would look for the page's own address, and may not run on a preview anyway. */
function withoutScripts(page: string): string {
	return page
		.replaceAll(/<script\b[^>]*>[\s\S]*?<\/script>/g, '')
		.replaceAll(/<link\b[^>]*rel="(?:modulepreload|canonical)"[^>]*>/g, '')
}
