import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { about as aboutPage } from '#catalogue/pages/about.ts'
import { readConfig } from '#server/config/config.ts'
import { findDocument } from '#server/features/content/document-rows.ts'
import { saveDraft } from '#server/features/content/write-documents.ts'
import type { DocumentName } from '#shared/content/documents.ts'
import { useWorld } from '#test/world.ts'
import { previewRoutes } from './preview-routes.ts'
import { createPreviews } from './previews.ts'

const world = await useWorld()
const { database, clock } = world
const settings = {
	database,
	siteUrl: 'https://shop.test',
	publishableKey: 'key',
	site: readConfig({}).site,
	clock,
}
const previews = createPreviews({ ...settings, key: 'a key of this shop' })
const app = new Hono().route('/', previewRoutes({ previews, adminUrl: 'https://admin.test' }))
app.get('/preview', (c) => c.text('not found', 404))

const cv = { kind: 'product', id: '2' } as const
const about = { kind: 'page', id: 'about' } as const
const contentSchema = z.record(z.string(), z.unknown())

async function draft(name: DocumentName, change: object): Promise<void> {
	const found = await findDocument(database, name)
	const content = { ...contentSchema.parse(found?.published), ...change }
	await database.asServer((tx) => saveDraft(tx, name, { by: 'Ada', version: found?.version ?? 0, content }))
}
const open = async (url: string) => await app.request(url.replace('https://shop.test', ''))

test('a preview shows the page with the draft, to anybody with its address, and nothing runs on it', async () => {
	await draft(cv, { title: 'CV Secrets, Drafted' })
	const { url, ends_at: ends } = await previews.begin(cv)
	expect(Math.abs(ends.getTime() - clock.now().getTime() - 3_600_000)).toBeLessThan(60_000)
	const answer = await open(url)
	const page = await answer.text()
	expect(answer.status).toBe(200)
	expect(page).toContain('CV Secrets, Drafted')
	expect(page).toContain('£14.99')
	expect(page).not.toContain('<script')
	expect(Object.fromEntries(answer.headers)).toMatchObject({
		'cache-control': 'no-store',
		'x-robots-tag': 'noindex, nofollow',
		'referrer-policy': 'no-referrer',
	})
	const policy = answer.headers.get('content-security-policy') ?? ''
	expect(policy).toContain("default-src 'none'")
	expect(policy).not.toContain('script-src')
	expect(policy).toContain("frame-ancestors 'self' https://admin.test")
	expect(await (await open(`${url}&theme=dark`)).text()).toContain('data-theme="dark"')
	expect(await (await open(`${url}&theme=%22%3E%3Cb`)).text()).not.toContain('data-theme')
	expect(await findDocument(database, cv)).toMatchObject({
		published: { title: 'CV Secrets No One Tells You' },
	})
})

test('it shows the newest draft, and words that are claims although nobody has confirmed them', async () => {
	await draft(about, { ...aboutPage, story: ['I wrote this on a train.'] })
	const { url } = await previews.begin(about)
	expect(await (await open(url)).text()).toContain('I wrote this on a train.')
	await draft(about, { ...aboutPage, story: ['I wrote this on a bus.'] })
	const page = await (await open(url)).text()
	expect(page).toContain('I wrote this on a bus.')
	expect(page).not.toContain('on a train')
})

test('the words of every page are shown with the profiles of the settings until their draft has some', async () => {
	const site = { kind: 'site', id: 'site' } as const
	const set = createPreviews({
		...settings,
		key: 'k',
		site: readConfig({ SOCIAL_LINKS: 'https://x.com/of-the-settings' }).site,
	})
	const shown = async (change: object) => {
		await draft(site, change)
		const { url } = await set.begin(site)
		return (await set.open(new URL(url).searchParams.get('token') ?? '')) ?? ''
	}
	const notice = { text: 'We answer on Monday.', link: { text: 'Write to us', address: '/contact' } }
	const bySettings = await shown({ tagline: 'Two shelves', notice })
	const main = bySettings.slice(bySettings.indexOf('<main'))
	expect(main.replaceAll(/<[^a/][^>]*>/g, '')).toMatch(
		/^We answer on Monday\. <a class="link" href="\/contact"/,
	)
	expect(bySettings).toContain('>Two shelves<')
	expect(bySettings).toContain('href="https://x.com/of-the-settings"')
	const own = await shown({ profiles: ['https://www.tiktok.com/@headstart'] })
	expect(own).toContain('href="https://www.tiktok.com/@headstart"')
	expect(own).not.toContain('of-the-settings')
	expect(own).not.toContain('We answer on Monday')
})

test('an address can’t be guessed or changed, is of one shop, and ends after an hour', async () => {
	const { url } = await previews.begin(cv)
	const token = new URL(url).searchParams.get('token') ?? ''
	const [text = '', signature = ''] = token.split('.')
	const other = Buffer.from(JSON.stringify([about, clock.now().getTime() + 9e9])).toString('base64url')
	for (const wrong of ['', 'x', `${text}.`, `${text}.${signature.slice(1)}x`, `${other}.${signature}`])
		expect([wrong, (await open(`/preview?token=${wrong}`)).status]).toEqual([wrong, 404])
	expect((await open('/preview')).status).toBe(404)
	expect(await createPreviews({ ...settings, key: 'another' }).open(token)).toBeUndefined()
	clock.advance(3_600_001)
	const ended = await open(url)
	expect([ended.status, await ended.text()]).toEqual([410, expect.stringContaining('This preview has ended')])
})

test('a draft that can’t be shown says why, and changes nothing', async () => {
	await draft(cv, { title: '' })
	await expect(previews.begin(cv)).rejects.toThrow('it has faults that have to be mended first')
	await expect(previews.begin({ kind: 'page', id: 'nowhere' })).rejects.toThrow('The shop has no page')
	const failing = createPreviews({
		...settings,
		key: 'k',
		render: async () => Promise.reject(new Error('The pages could not be rendered: no such guide')),
	})
	await expect(failing.begin(about)).rejects.toThrow('no such guide. Nothing has changed for visitors.')
})

test('before words are published, every page that they change is rendered, and none that they don’t', async () => {
	const rendered: unknown[] = []
	const checking = createPreviews({
		...settings,
		key: 'k',
		known: () => new Map([['/free', 'as it is']]),
		render: async (state, known, options) => {
			rendered.push([state.pages.about.story, [...(known ?? [])], options])
			if (state.pages.about.story[0] === 'Breaks.') throw new Error('/categories could not be rendered')
			return new Map()
		},
	})
	await checking.check(about, { ...aboutPage, story: ['Works.'] })
	await checking.check(about, { ...aboutPage, story: ['Works.'] })
	expect(rendered).toEqual([[['Works.'], [['/free', 'as it is']], undefined]])
	await expect(checking.check(about, { ...aboutPage, story: ['Breaks.'] })).rejects.toThrow(
		'/categories could not be',
	)
})

test('six who open a preview at the same moment share one rendering', async () => {
	let rendered = 0
	const counting = createPreviews({
		...settings,
		key: 'k',
		render: async (_state, _known, { only = '' } = {}) => {
			rendered += 1
			return new Map([[only, { key: 'k', page: '<html><head></head>A page</html>' }]])
		},
	})
	await Promise.all(Array.from({ length: 6 }, () => counting.begin(about)))
	expect(rendered).toBe(1)
})
