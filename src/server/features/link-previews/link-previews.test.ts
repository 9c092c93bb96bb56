import { imageSize } from 'image-size'
import { expect, test } from 'vitest'
import { site } from '#catalogue/site.ts'
import { renderPages } from '#server/platform/http/render-pages.ts'
import { linkPreviews } from '#shared/link-preview.ts'
import { signedInMember } from '#test/admin-api.ts'
import { publishedArticle } from '#test/articles.ts'
import { uploadPicture } from '#test/pictures.ts'
import { shopStateOf } from '#test/shop-state.ts'
import { useWorld } from '#test/world.ts'
import { createLinkPreviews } from './link-previews.ts'

const world = await useWorld({ admin: 'public' })
const owner = await signedInMember(world, 'owner')
const previewsOf = (state: ReturnType<typeof shopStateOf>) =>
	createLinkPreviews({ ...world, readState: async () => state })
const pathIn = (state: ReturnType<typeof shopStateOf>) => [...linkPreviews(state).keys()].at(-1) ?? ''

test('a link to an article shows a picture that is drawn from its title, its picture and the shop’s name', async () => {
	const { id, width, height } = await uploadPicture(world, owner, 1, 640, 480)
	const picture = { name: id, kind: 'page', source: 'Media', page: 1, alt: 'A', caption: null } as const
	const state = shopStateOf({ articles: [publishedArticle({ picture: [{ ...picture, width, height }] })] })
	const path = pathIn(state)
	const previews = previewsOf(state)
	const [drawn, same] = await Promise.all([previews.read(path), previews.read(path)])
	expect(drawn && imageSize(drawn)).toMatchObject({ type: 'jpg', width: 1200, height: 630 })
	expect(same).toBe(drawn)
	const pages = await renderPages(state, new Map(), { only: '/articles/what-your-deposit-is-for' })
	expect([...pages.values()][0]?.page).toContain(`property="og:image" content="https://shop.test${path}"`)

	const renamed = { ...state, site: { ...site, name: 'Tom' } }
	expect(pathIn(renamed)).not.toBe(path)
	expect(await previewsOf(renamed).read(path)).toBeUndefined()
})

test('a title in letters that can’t be drawn has no picture of its own, and no other address leads to one', async () => {
	const [before, after] = [
		shopStateOf({}),
		shopStateOf({ articles: [publishedArticle({ title: 'Кауция' })] }),
	]
	expect(linkPreviews(after).size).toBe(linkPreviews(before).size)
	expect(await previewsOf(after).read(`/link-previews/${'0'.repeat(32)}.jpg`)).toBeUndefined()
	expect((await world.request(`/link-previews/${'0'.repeat(32)}.jpg`)).status).toBe(404)
})
