import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises'
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

const state = shopStateOf({})
const rendered: RenderedPages = new Map([['/', { key: 'a', page: '<p>Home</p>', data: '[1]' }]])
const renderer = () => vi.fn(async () => rendered)

test('a restarted server renders nothing for the same state, and everything else for another', async () => {
	const folder = await folderOfTest()
	const first = await storingRenderer(folder, renderer())
	expect(await first.render(state)).toEqual(rendered)
	const render = renderer()
	const second = await storingRenderer(folder, render)
	expect(await second.render(state)).toEqual(rendered)
	expect(render).not.toHaveBeenCalled()
	const other = shopStateOf({ claims: [] })
	await second.render(other)
	// What it showed before is known, so that only pages that differ are rendered.
	expect(render).toHaveBeenCalledExactlyOnceWith(other, rendered)
	expect(await readdir(folder)).toHaveLength(1)
})

test('six servers that start at once with one folder all get the pages', async () => {
	const folder = await folderOfTest()
	const servers = await Promise.all(Array.from({ length: 6 }, () => storingRenderer(folder, renderer())))
	for (const pages of await Promise.all(servers.map(({ render }) => render(state))))
		expect(pages).toEqual(rendered)
	expect(await readdir(folder)).toHaveLength(1)
})

test('a damaged file is rendered again, and a folder that cannot be written to hides no page', async () => {
	const folder = await folderOfTest()
	await (await storingRenderer(folder, renderer())).render(state)
	const [name = ''] = await readdir(folder)
	await writeFile(join(folder, name), '["/",')
	const render = renderer()
	expect(await (await storingRenderer(folder, render)).render(state)).toEqual(rendered)
	expect(render).toHaveBeenCalledOnce()
	const unusable = await storingRenderer(join(folder, name, 'below-a-file'), renderer())
	expect(await unusable.render(state)).toEqual(rendered)
})

test('the pages rendered last can be shown in any state, as long as the same build rendered them', async () => {
	const folder = await folderOfTest()
	expect(await (await storingRenderer(folder, renderer())).last()).toBeUndefined()
	await (await storingRenderer(folder, renderer())).render(state)
	expect(await (await storingRenderer(folder, renderer())).last()).toEqual(rendered)
	const [name = ''] = await readdir(folder)
	await rename(join(folder, name), join(folder, name.replace(/^\w+/, 'another-build')))
	expect(await (await storingRenderer(folder, renderer())).last()).toBeUndefined()
})
