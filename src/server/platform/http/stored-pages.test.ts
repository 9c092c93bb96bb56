import { mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { RenderedPages } from '#server/platform/http/render-pages.ts'
import { storingRenderer } from '#server/platform/http/stored-pages.ts'
import { shopStateOf } from '#test/shop-state.ts'

async function folderOfTest(): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'headstart-stored-pages-'))
	onTestFinished(async () => await rm(folder, { recursive: true }))
	return folder
}

const [state, otherState] = [shopStateOf({}), shopStateOf({ claims: [] })]
const none: ReadonlyMap<string, string> = new Map()
const rendered: RenderedPages = new Map([
	// A separator of lines in Unicode, and one that is none in a text.
	['/', { key: 'a', page: '<p>Home\u2028\nand more</p>', data: '[1]' }],
	['/sitemap.xml', { key: 's', page: '<urlset/>' }],
])
const renderer = () => vi.fn(async () => rendered)
const start = async (folder: string, render: Parameters<typeof storingRenderer>[1]['render'] = renderer()) =>
	await storingRenderer(folder, { render, onUnstored: () => {} })

/** Returns when each file of the folder was written. */
async function writtenAt(folder: string): Promise<ReadonlyMap<string, bigint>> {
	const names = await readdir(folder)
	return new Map(
		await Promise.all(
			names.map(async (name) => [name, (await stat(join(folder, name), { bigint: true })).mtimeNs] as const),
		),
	)
}

test('a restarted server renders nothing for the same state, and only what is not known for another', async () => {
	const folder = await folderOfTest()
	expect(await (await start(folder)).render(state, none)).toEqual(rendered)
	const render = renderer()
	const second = await start(folder, render)
	expect(await second.render(state, none)).toEqual(rendered)
	expect(render).not.toHaveBeenCalled()
	const known = new Map([['/', 'a']])
	// What was shown but never stored, because the disk was full, is rendered again.
	await second.render(otherState, new Map([...known, ['/sitemap.xml', 'unstored']]))
	expect(render).toHaveBeenCalledExactlyOnceWith(otherState, known)
	expect(await readdir(folder)).toHaveLength(3)
})

test('pages that were not rendered again are stored as they were before, without being written again', async () => {
	const folder = await folderOfTest()
	await (await start(folder)).render(state, none)
	const before = await writtenAt(folder)
	const changed: RenderedPages = new Map([
		['/', { key: 'a' }],
		['/sitemap.xml', { key: 't', page: '<urlset></urlset>' }],
	])
	const render = vi.fn(async () => changed)
	expect(await (await start(folder, render)).render(otherState, none)).toEqual(changed)
	const after = await writtenAt(folder)
	expect([...before].filter(([name, at]) => after.get(name) === at)).toHaveLength(1)
	const restarted = await start(folder)
	expect(await restarted.last()).toEqual(
		new Map([...rendered, ['/sitemap.xml', changed.get('/sitemap.xml')]]),
	)
	// If they can't be found there, nothing is stored: a restarted server must not lack a page.
	const third: RenderedPages = new Map([['/', { key: 'b' }]])
	await (
		await start(
			folder,
			vi.fn(async () => third),
		)
	).render(shopStateOf({ parts: [] }), none)
	expect((await restarted.last())?.size).toBe(2)
})

test('six servers that start at once with one folder all get the pages', async () => {
	const folder = await folderOfTest()
	const servers = await Promise.all(Array.from({ length: 6 }, () => start(folder)))
	for (const pages of await Promise.all(servers.map(({ render }) => render(state, none))))
		expect(pages).toEqual(rendered)
	expect(await readdir(folder)).toHaveLength(3)
	expect(await (await start(folder)).last()).toEqual(rendered)
})

test('a damaged file is rendered again, and a folder that cannot be written to hides no page', async () => {
	const folder = await folderOfTest()
	await (await start(folder)).render(state, none)
	for (const name of await readdir(folder)) {
		const whole = await readFile(join(folder, name), 'utf8')
		for (const damaged of [whole.slice(0, -1), whole.slice(0, 12), '', '\n', '[]', '{}']) {
			await writeFile(join(folder, name), damaged)
			const render = renderer()
			expect(await (await start(folder, render)).render(state, none)).toEqual(rendered)
			expect(render).toHaveBeenCalledOnce()
			expect(await readFile(join(folder, name), 'utf8')).toBe(whole)
		}
		await rm(join(folder, name))
		expect(await (await start(folder)).last()).toBeUndefined()
		expect(await (await start(folder)).render(state, none)).toEqual(rendered)
	}
	const [name = ''] = await readdir(folder)
	const unusable = await start(join(folder, name, 'below-a-file'))
	expect(await unusable.render(state, none)).toEqual(rendered)
})

test('what a killed server left unfinished is removed at the next start, and another state’s pages by the next change', async () => {
	const folder = await folderOfTest()
	await (await start(folder)).render(state, none)
	const kept = await readdir(folder)
	await writeFile(join(folder, `${kept[0]}.7.new`), '{"page":"<p>ha')
	await writeFile(join(folder, 'of-an-earlier-release.txt'), '')
	const later = await start(folder)
	expect(await readdir(folder)).toEqual([...kept, 'of-an-earlier-release.txt'].toSorted())
	await later.render(otherState, none)
	expect(await readdir(folder)).toHaveLength(3)
	expect((await readdir(folder)).filter((name) => kept.includes(name))).toHaveLength(2)
})

test('the pages rendered last can be shown in any state, as long as the same build rendered them', async () => {
	const folder = await folderOfTest()
	expect(await (await start(folder)).last()).toBeUndefined()
	await (await start(folder)).render(state, none)
	expect(await (await start(folder)).last()).toEqual(rendered)
	for (const name of await readdir(folder))
		await rename(join(folder, name), join(folder, name.replace(/^\w+/, 'another-build')))
	expect(await (await start(folder)).last()).toBeUndefined()
})
