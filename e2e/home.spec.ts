import { expect, onlyPhone, test } from './journey.ts'
import { card, ready } from './sign-in.ts'

const products = [
	{ title: 'Student Guide', badge: 'FREE', action: 'Get Free PDF', category: 'Career', downloads: '53' },
	{
		title: 'CV Secrets No One Tells You',
		badge: '£14.99',
		action: 'Buy for £14.99',
		category: 'Career',
		downloads: '129',
	},
	{
		title: 'Student Budget Planner',
		badge: '£5.99',
		action: 'Buy for £5.99',
		category: 'Finance',
		downloads: '89',
	},
	{ title: 'How to Make Money in the North East', action: 'Coming Soon', category: 'Money' },
	{ title: 'Study Techniques That Actually Work', action: 'Coming Soon', category: 'Academic' },
	{ title: 'Be the 1% to Get an Interview (Bundle)', action: 'Coming Soon', category: 'Career' },
	{
		title: 'The Startup Blueprint: From Idea to Landing Page',
		badge: 'FREE',
		action: 'Get Free PDF',
		category: 'Business',
		downloads: '89',
	},
]

test('a visitor sees all seven products of the catalogue', async ({ page }) => {
	await page.goto('/')
	await expect(page.getByRole('link', { name: 'Get Free Resources' })).toHaveAttribute('href', '/free')
	await expect(page.getByRole('link', { name: 'Browse Premium Guides' })).toHaveAttribute('href', '/premium')
	for (const { title, badge, action, category, downloads } of products) {
		const product = card(page, title)
		await expect(product).toContainText(category)
		if (badge !== undefined) await expect(product).toContainText(badge)
		if (downloads !== undefined) await expect(product).toContainText(downloads)
		const button = product.getByRole('button', { name: action })
		await expect(button).toBeVisible()
		await expect(button).toBeEnabled({ enabled: action !== 'Coming Soon' })
	}
	for (const anchor of [
		'free',
		'premium',
		'categories-career',
		'categories-finance',
		'categories-money',
		'categories-academic',
	]) {
		await expect(page.locator(`#${anchor}`)).toHaveCount(1)
	}
})

test('a local run shows every marketing claim and marks sample details', async ({ page }) => {
	await page.goto('/')
	await ready(page)
	await expect(page.locator('blockquote')).toHaveCount(3)
	await expect(card(page, 'Student Guide')).toContainText('53 downloads')
	await expect(card(page, 'Student Guide')).toContainText('4.9 from 48 ratings')
	await page.goto('/contact')
	await expect(page.getByText('Sample details')).toBeVisible()
})

test('every link of the header and the footer leads to a page', async ({ page, request }) => {
	await page.goto('/')
	const addresses = await page
		.locator('header a, footer a')
		.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
	const paths = [...new Set(addresses.filter((address) => address.startsWith('/')))]
	for (const expected of [
		'/',
		'/free',
		'/premium',
		'/about',
		'/career',
		'/finance',
		'/money',
		'/academic',
		'/auth',
	]) {
		expect(paths).toContain(expected)
	}
	for (const path of paths) expect((await request.get(path)).status(), path).toBe(200)
})

test('without social profiles the footer offers to tell a friend', async ({ page }) => {
	await page.goto('/about')
	await expect(page).toHaveURL('/about')
	const footer = page.getByRole('contentinfo')
	await expect(footer.getByRole('navigation', { name: 'Tell a friend' }).getByRole('link')).toHaveCount(4)
	await expect(footer.getByRole('heading', { name: 'Follow us' })).toHaveCount(0)
})

for (const [path, shown, hidden] of [
	['/free', 'Student Guide', 'CV Secrets No One Tells You'],
	['/premium', 'CV Secrets No One Tells You', 'The Startup Blueprint: From Idea to Landing Page'],
	['/finance', 'Student Budget Planner', 'Student Guide'],
	['/Career', 'CV Secrets No One Tells You', 'Student Budget Planner'],
	['/categories/money', 'How to Make Money in the North East', 'Student Guide'],
] as const) {
	test(`${path} shows only its own products`, async ({ page }) => {
		await page.goto(path)
		await expect(card(page, shown)).toBeVisible()
		await expect(card(page, hidden)).toHaveCount(0)
	})
}

test('the Tab key reaches a row of pictures only if the row can scroll', onlyPhone, async ({ page }) => {
	await page.goto('/')
	await ready(page)
	const row = page.getByRole('region', { name: 'Two more pages, before and after' })
	await expect(row).toHaveAttribute('tabindex', '0')
	await page.setViewportSize({ width: 1280, height: 800 })
	await expect(row).not.toHaveAttribute('tabindex')
})

test('the line across the CV moves with a pointer and with keys; without scripts both halves show', async ({
	page,
	browser,
}) => {
	await page.goto('/')
	await ready(page)
	const slider = page.getByRole('slider', { name: 'How much of the page is after, in per cent' })
	const cv = page.locator('.compared')
	const line = page.locator('.compared-line')
	const middle = async () => {
		const [whole, part] = [await cv.boundingBox(), await line.boundingBox()]
		if (whole === null || part === null) return Number.NaN
		return Math.round((100 * (part.y + part.height / 2 - whole.y)) / whole.height)
	}
	expect(await middle()).toBe(50)
	await slider.focus()
	await page.keyboard.press('ArrowUp')
	await expect.poll(middle).toBe(49)
	await page.keyboard.press('End')
	await expect.poll(middle).toBe(0)
	await page.keyboard.press('Home')
	await expect.poll(middle).toBe(100)

	await line.scrollIntoViewIfNeeded()
	const [whole, part] = [await cv.boundingBox(), await line.boundingBox()]
	if (whole === null || part === null) throw new Error('The CV is not shown')
	await page.mouse.move(part.x + 20, part.y + part.height / 2)
	await page.mouse.down()
	await page.mouse.move(whole.x + 60, whole.y + whole.height * 0.3)
	await page.mouse.up()
	await expect.poll(middle).toBe(30)
	await expect(slider).toHaveValue('70')
	// Once released, the line stays.
	await page.mouse.move(whole.x + 60, whole.y + whole.height * 0.8)
	expect(await middle()).toBe(30)

	const plain = await browser.newContext({ javaScriptEnabled: false })
	const still = await plain.newPage()
	await still.goto(page.url())
	await expect(still.getByText('After: ATS-ready CV').last()).toBeVisible()
	await expect(still.getByText('hard-working team player')).toBeVisible()
	await expect(still.getByText('Trained four new starters on till and allergens')).toBeVisible()
	await expect(still.locator('.compared input')).toBeHidden()
	await plain.close()
})
