import { expect, test } from 'vitest'
import { readStarterShop } from '#catalogue/starter-shop.ts'
import { formOf, titleOf } from './form.ts'
import type { FormField } from './form-field.ts'

const names = (await readStarterShop()).map(({ kind, id }) => ({ kind, id }))
const product = formOf({ kind: 'product', id: '2' })

/** Returns every field that an owner can change, with the path to it. */
function ownFields(field: FormField, path = ''): { path: string; field: FormField }[] {
	if (field.fixed !== undefined) return []
	const inner = [
		...(field.fields ?? []).map((one) => ownFields(one, `${path}.${one.name}`)),
		...(field.item === undefined ? [] : [ownFields(field.item, `${path}.*`)]),
	]
	return [{ path, field }, ...inner.flat()]
}

test.each(names)('every text of $kind $id that an owner can change has a limit', (name) => {
	const named = ownFields(formOf(name)).filter(
		({ path, field }) => path !== '' && !path.endsWith('*') && field.kind !== 'same',
	)
	expect(named.length).toBeGreaterThan(0)
	for (const { path, field } of named)
		if (field.kind === 'text') expect([path, field.most !== undefined]).toEqual([path, true])
})

test('a field has its title, its hint, its limits and what it may be without', () => {
	const fieldAt = (path: string) => ownFields(product).find((one) => one.path === path)?.field
	expect(fieldAt('.title')).toMatchObject({ title: 'Title', kind: 'text', most: 80, without: undefined })
	expect(fieldAt('.readingTime')).toMatchObject({ kind: 'text', most: 40, without: 'null' })
	expect(fieldAt('.page.checkedBy')).toMatchObject({ without: 'nothing' })
	expect(fieldAt('.previewContent.whatYouGet')).toMatchObject({ kind: 'list', least: 1, most: 20 })
	expect(fieldAt('.category')).toMatchObject({ kind: 'choice', values: expect.arrayContaining(['Career']) })
	expect(fieldAt('.page.questions.*.more')).toMatchObject({ kind: 'group', without: 'nothing' })
	const accents = ownFields(formOf({ kind: 'site', id: 'site' })).filter(
		({ field }) => field.kind === 'colour',
	)
	expect(accents).toHaveLength(10)
	expect(titleOf(formOf({ kind: 'site', id: 'site' }), 'accents.Money')).toBe(
		'Colours of the categories, Money',
	)
	const home = formOf({ kind: 'page', id: 'home' })
	const testimonials = home.fields?.find(({ name }) => name === 'testimonials')
	expect(testimonials?.item?.fields?.slice(0, 2)).toMatchObject([
		{ name: 'id', kind: 'counted', values: ['testimonial-'] },
		{ name: 'stars', kind: 'same', values: [5] },
	])
})

test('what can’t be changed in a document says where it is changed', () => {
	const fixed = product.fields?.filter((one) => one.fixed !== undefined) ?? []
	expect(fixed.map(({ name }) => name)).toEqual(
		expect.arrayContaining(['id', 'slug', 'pricePence', 'pdfFileName', 'edition', 'stripeProductId']),
	)
	for (const { fixed: where } of fixed) expect(where).toMatch(/^It (is|comes) .+\.$/)
	expect(fixed.find(({ name }) => name === 'pricePence')?.fixed).toContain('under Products')
})

test('a path is named by the titles of its fields', () => {
	expect(titleOf(product, 'page.questions.1.answer')).toBe('Its page, Questions, 2, Answer')
	expect(titleOf(product, 'nowhere.3')).toBe('nowhere, 3')
	expect(titleOf(product, '')).toBe('')
})
