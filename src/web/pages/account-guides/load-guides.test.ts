import { expect, test } from 'vitest'
import { readGuide } from './load-guides.ts'

const row = {
	id: '7e0b8a52-6f3e-4a51-9a39-1b1d8a2f0c11',
	catalogue_id: '2',
	product_name: 'CV Secrets No One Tells You',
	price: 14.99,
	created_at: '2026-11-21T10:00:00.000+00:00',
}

test('a purchase row becomes an owned guide with its product and pence', () => {
	const guide = readGuide(row)
	expect(guide).toMatchObject({ id: row.id, name: row.product_name, pricePence: 1499 })
	expect(guide?.product?.slug).toBe('cv-secrets')
	expect(guide?.boughtAt.toISOString()).toBe('2026-11-21T10:00:00.000Z')
})

test('a guide the shop no longer lists is still shown, without a product', () => {
	expect(readGuide({ ...row, catalogue_id: '99' })).toMatchObject({ name: row.product_name, product: null })
})

test.each([null, 'row', {}, { ...row, price: '14.99' }, { ...row, id: 1 }])(
	'%j is no purchase row',
	(other) => {
		expect(readGuide(other)).toBeNull()
	},
)
