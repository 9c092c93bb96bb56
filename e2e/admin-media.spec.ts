import type { Page } from '@playwright/test'
import { drawnPicture } from '#test/pictures.ts'
import { openAdmin } from './admin.ts'
import { expectGoodOnEveryScreen } from './good-page.ts'
import { expect, withOwnShop } from './journey.ts'
import { startShopWithAdmin } from './start-shops.ts'
import { untilWritten } from './until-written.ts'

// The journey changes pages that other journeys check, so it has a shop of its own.
const test = withOwnShop(startShopWithAdmin)

function png(name: string, width: number, height: number) {
	const buffer = drawnPicture(width, height).encodeSync('png')
	return { name, mimeType: 'image/png', buffer }
}

/** Pictures are encoded in a process that gives way to all others, so on a busy machine it takes long. */
const encoding = { timeout: 150_000 }

/** Confirms what the open dialog says will happen. */
async function confirm(page: Page, label: string, will: string | RegExp): Promise<void> {
	const dialog = page.getByRole('dialog')
	await expect(dialog.getByText(will)).toBeVisible()
	await dialog.getByRole('button', { name: label }).click()
	await expect(dialog).toBeHidden(encoding)
}

test('an owner uploads pictures, cuts one, and makes it the cover of a guide by keyboard', async ({
	page,
	shop,
	allow,
}) => {
	test.slow()
	allow(/status of 409/)
	await openAdmin(page, shop, { path: '/words' })
	await page.getByRole('link', { name: 'Media', exact: true }).click()
	await expect(page).toHaveURL(`${shop.adminUrl}/words/media`)
	await expect(page.getByText('No pictures yet')).toBeVisible()
	await page.getByLabel('Pictures', { exact: true }).setInputFiles([
		png('desk <b>.png', 800, 600),
		{
			name: 'logo.svg',
			mimeType: 'image/svg+xml',
			buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="90" height="90"/>'),
		},
	])
	for (const [index, text] of ['A desk', 'A logo'].entries())
		await page.getByLabel('Alternative text').nth(index).fill(text)
	await page.getByRole('button', { name: 'Upload 2 pictures' }).click()
	await expect(page.getByText('This is an SVG, which can’t be used.')).toBeVisible(encoding)
	await expectGoodOnEveryScreen(page, 'a refused picture')
	await page.getByRole('button', { name: 'Leave it out' }).click()
	const row = page.getByRole('list', { name: 'Pictures' }).getByRole('listitem')
	await expect(row).toContainText('desk <b>.png')
	await expect(row).toContainText('800 × 600')

	await row.getByRole('button', { name: 'Cut …' }).press('Enter')
	await page.getByLabel('Shape').selectOption('Cover')
	const left = page.getByLabel('Left', { exact: true })
	await expect(left).toHaveValue('28.91')
	await page.getByRole('slider', { name: 'left edge' }).press('Shift+ArrowLeft')
	await expect(left).toHaveValue('18.91')
	await page.getByRole('button', { name: /^Move the part/ }).press('ArrowDown')
	// The part reaches from top to bottom.
	await expect(page.getByLabel('Top', { exact: true })).toHaveValue('0')
	const edge = await page.getByRole('slider', { name: 'left edge' }).boundingBox()
	if (edge === null) throw new Error('the handle isn’t there')
	await page.mouse.move(edge.x + edge.width / 2, edge.y + edge.height / 2)
	await page.mouse.down()
	await page.mouse.move(edge.x + edge.width / 2 - 1_000, edge.y, { steps: 3 })
	await page.mouse.up()
	await expect(left).toHaveValue('0')
	await page.getByLabel('Shape').selectOption('Cover')
	await expectGoodOnEveryScreen(page, 'cutting a picture')
	await confirm(page, 'Show this part', /of 337 × 600 pixels/)
	await expect(row).toContainText('337 × 600')
	await expectGoodOnEveryScreen(page, 'media')

	await page.goto(`${shop.adminUrl}/words/product/2`)
	await page.locator('summary', { hasText: /^Pictures/ }).press('Enter')
	await page.getByRole('button', { name: 'Add a picture …' }).press('Enter')
	await expectGoodOnEveryScreen(page, 'adding a picture')
	await page.getByRole('dialog').getByRole('button', { name: 'A desk' }).press('Enter')
	await page
		.getByRole('button', { name: /^Make it the cover: Pictures \d+$/ })
		.last()
		.press('Enter')
	await expect(page.getByRole('group', { name: 'Pictures 1, the cover, yours' })).toBeVisible()
	await expectGoodOnEveryScreen(page, 'a gallery')
	await page.getByRole('button', { name: 'Publish …' }).press('Enter')
	await confirm(page, 'Publish it', 'This is what will happen:')
	await untilWritten(shop, '/premium', '/media/')

	await page.goto(`${shop.adminUrl}/words/media`)
	await row.getByRole('button', { name: 'Remove …' }).press('Enter')
	await expect(page.getByRole('alert')).toContainText('is used in CV Secrets')
})
