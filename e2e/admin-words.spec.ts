import type { Page } from '@playwright/test'
import { endSession, openAdmin } from './admin.ts'
import { expectGoodOnEveryScreen, expectGoodPage, expectGoodScreen } from './good-page.ts'
import { expect, withOwnShop } from './journey.ts'
import { startShopWithAdmin } from './start-shops.ts'
import { untilWritten } from './until-written.ts'

// These journeys change pages that other journeys check, so they have a shop of their own.
const test = withOwnShop(startShopWithAdmin)

const saved = (page: Page) => page.getByRole('status').filter({ hasText: /^Saved \d\d:\d\d$/ })

async function publish(page: Page): Promise<void> {
	await page.getByRole('button', { name: 'Publish …' }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Publish it' }).click()
	await expect(page.getByText('No draft: type to begin one.')).toBeVisible()
}

test('an owner mends a typo on a product’s page, previews and publishes it, and takes it back', async ({
	page,
	shop,
}) => {
	test.slow()
	await openAdmin(page, shop, { path: '/words' })
	await expect(page.getByRole('row', { name: /CV Secrets/ })).toContainText('As it came')
	await expectGoodOnEveryScreen(page, 'words')
	await page.getByRole('link', { name: 'CV Secrets' }).click()
	await expect(page).toHaveURL(`${shop.adminUrl}/words/product/2`)
	await page.getByLabel('Find words in it').fill('what do i need to OPEN')
	await expectGoodOnEveryScreen(page, 'the editor')
	const question = page.getByRole('textbox', { name: 'Question' })
	await expect(question).toHaveValue('What do I need to open the files?')
	await question.fill('One page, in <b>ten</b> seconds, 9 out of 10 times?')
	await expect(saved(page)).toBeVisible()

	await page.getByRole('link', { name: 'Preview' }).click()
	const preview = page.frameLocator('iframe')
	await expect(preview.getByText('One page, in <b>ten</b> seconds, 9 out of 10 times?')).toBeAttached()
	await page.getByRole('button', { name: 'Dark', exact: true }).click()
	await page.getByRole('button', { name: 'Phone' }).click()
	await expect(preview.locator('html[data-theme=dark]').getByText('in <b>ten</b> seconds')).toBeAttached()
	await expectGoodScreen(page, 'the preview')

	await page.getByRole('button', { name: 'Publish …' }).click()
	const dialog = page.getByRole('dialog')
	const ask = dialog.getByRole('group', { name: /One page, in <b>ten<.b> seconds, 9 out of 10 times/ })
	await ask.getByLabel('Is this a claim?').selectOption('Yes, and this shows it')
	await expectGoodOnEveryScreen(page, 'a claim')
	await ask.getByLabel('What shows it?').fill('Timed on 3 May, in <b>file 12</b>.')
	await expect(
		dialog.getByText('becomes “One page, in <b>ten</b> seconds, 9 out of 10 times?”'),
	).toBeVisible()
	await expectGoodScreen(page, 'publishing words')
	await page.getByRole('dialog').getByRole('button', { name: 'Publish it' }).click()
	await untilWritten(shop, '/products/cv-secrets', 'in &lt;b&gt;ten&lt;/b&gt; seconds')

	await page.getByRole('link', { name: 'History' }).click()
	await page.getByText('Came with an update of the shop').click()
	await page.getByRole('button', { name: 'Take back …' }).click()
	await expect(
		page.getByRole('dialog').getByText('Visitors see no change until you publish it.'),
	).toBeVisible()
	await page.getByRole('dialog').getByRole('button', { name: 'Make it the draft' }).click()
	await expect(page).toHaveURL(`${shop.adminUrl}/words/product/2`)
	await publish(page)
	await untilWritten(shop, '/products/cv-secrets', 'What do I need to open the files?')
	await page.getByRole('link', { name: 'History' }).click()
	await page.getByText('Published', { exact: true }).last().click()
	await expect(page.getByText('A claim. What shows it: Timed on 3 May, in <b>file 12</b>.')).toBeVisible()
	await expectGoodOnEveryScreen(page, 'the history')
})

test('an owner rewrites About by keyboard alone', async ({ page, shop }) => {
	await openAdmin(page, shop, { path: '/words/page/about' })
	await page.locator('summary', { hasText: /^Your story/ }).focus()
	await page.keyboard.press('Enter')
	const add = page.getByRole('button', { name: 'Add one to Your story' })
	await add.focus()
	await page.keyboard.press('Enter')
	await page.keyboard.type('Written without a mouse.')
	const last = page.getByRole('textbox', { name: 'Your story 4' })
	await expect(last).toHaveValue('Written without a mouse.')
	await page.getByRole('button', { name: 'Move Your story 4 up' }).focus()
	await page.keyboard.press('Enter')
	await expect(page.getByRole('textbox', { name: 'Your story 3' })).toHaveValue('Written without a mouse.')
	await expect(page.getByRole('button', { name: 'Move Your story 3 up' })).toBeFocused()
	await page.getByRole('button', { name: 'Remove Your story 4' }).focus()
	await page.keyboard.press('Enter')
	await expect(page.getByRole('textbox', { name: 'Your story 4' })).toBeHidden()
	await expect(saved(page)).toBeVisible()
	await page.getByRole('button', { name: 'Publish …' }).press('Enter')
	await expect(page.getByRole('dialog').getByText('This is what will happen:')).toBeVisible()
	await page.getByRole('dialog').getByRole('button', { name: 'Publish it' }).press('Enter')
	await untilWritten(shop, '/about', 'Written without a mouse.')
})

test('faults are named beside their fields, and what isn’t saved outlives the connection, the session and a reload', async ({
	page,
	shop,
	allow,
}) => {
	await openAdmin(page, shop, { path: '/words/product/3' })
	const title = page.getByLabel('Title', { exact: true })
	await title.fill('')
	await expect(page.getByText('Can’t be empty.')).toBeVisible()
	await expectGoodOnEveryScreen(page, 'a draft with faults')
	allow(/status of 409/)
	await page.getByRole('button', { name: 'Publish …' }).click()
	await expect(page.getByRole('dialog').getByText('Title: can’t be empty')).toBeVisible()
	await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
	await page.getByRole('button', { name: 'Title can’t be empty' }).click()
	await expect(title).toBeFocused()

	allow(/ERR_INTERNET_DISCONNECTED|Failed to load resource|^failed: .*save-document/)
	await page.context().setOffline(true)
	await title.fill('Written on a train')
	await expect(page.getByText('the shop can’t be reached')).toBeVisible()
	await page.context().setOffline(false)
	await expect(saved(page)).toBeVisible()

	allow(/status of 401/)
	await endSession(page, shop)
	await title.fill('Written after the session')
	await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
	await openAdmin(page, shop, { path: '/words/product/3' })
	await expect(title).toHaveValue('Written on a train')
	await title.fill('Written before a reload')
	await page.reload()
	await expect(title).toHaveValue('Written before a reload')
	await expect(saved(page)).toBeVisible()
	await page.getByRole('button', { name: 'Discard …' }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Discard it' }).click()
	await expect(title).not.toHaveValue('Written before a reload')
})

test('of two members who write at once, the second is told, and loses nothing', async ({
	page,
	shop,
	browser,
	allow,
}) => {
	await openAdmin(page, shop, { path: '/words/product/4' })
	const other = await browser.newPage()
	const colleague = await openAdmin(other, shop, { role: 'helper', path: '/words/product/4' })
	await other.getByLabel('Short title').fill('By the helper')
	await expect(saved(other)).toBeVisible()
	await expect(other.getByRole('button', { name: 'Ask to publish …' })).toBeVisible()
	allow(/status of 409/)
	await page.getByLabel('Short title').fill('By the owner')
	await expect(page.getByRole('alert')).toContainText(`${colleague} has changed this since you read it`)
	await expect(page.getByLabel('Short title')).toHaveValue('By the owner')
	await expectGoodScreen(page, 'two editors')
	await page.getByRole('button', { name: 'Save mine over theirs' }).click()
	await expect(saved(page)).toBeVisible()
	await page.getByRole('link', { name: 'History' }).click()
	await expect(page.getByText(colleague)).toBeVisible()
	await other.close()
})

test('words typed while a slow save is on its way are saved after it', async ({ page, shop }) => {
	await openAdmin(page, shop, { path: '/words/product/4' })
	const saves = { underWay: 0, most: 0, done: 0 }
	await page.route('**/api/save-document', async (route) => {
		saves.underWay += 1
		saves.most = Math.max(saves.most, saves.underWay)
		await new Promise((resolve) => setTimeout(resolve, 2_500))
		const response = await route.fetch()
		saves.underWay -= 1
		saves.done += 1
		await route.fulfill({ response })
	})
	const field = page.getByLabel('Short title')
	await field.fill('The first words')
	await expect.poll(() => saves.underWay).toBe(1)
	await field.fill('The second words')
	await expect.poll(() => saves.done).toBe(2)
	await expect(saved(page)).toBeVisible()
	expect(saves.most).toBe(1)
	await page.unroute('**/api/save-document')
	await page.reload()
	await expect(field).toHaveValue('The second words')
})

test('an owner changes a sentence of the terms by keyboard, links it, and a visitor reads it', async ({
	page,
	shop,
}) => {
	test.slow()
	await openAdmin(page, shop, { path: '/words/page/terms' })
	await page.getByLabel('Find words in it').fill('you can review it')
	const text = page.getByRole('textbox', { name: 'Text', exact: true })
	await expect(text).toContainText('If you have a guide, you can review it')
	await expectGoodOnEveryScreen(page, 'a text in the editor')
	await text.press('Control+End')
	await page.keyboard.type(' Ask us about <b>it</b>: ')
	await page.keyboard.press('Shift+Tab')
	const bar = page.getByRole('toolbar', { name: 'Form of Text' })
	// The toolbar moves the focus a moment after each key.
	await expect(bar.getByRole('button', { name: 'Strong' })).toBeFocused()
	await page.keyboard.press('ArrowRight')
	await expect(bar.getByRole('button', { name: 'Highlighter' })).toBeFocused()
	await page.keyboard.press('ArrowRight')
	await expect(bar.getByRole('button', { name: 'Link' })).toBeFocused()
	await page.keyboard.press('Enter')
	const address = page.getByLabel('Where the link leads')
	await expect(address).toBeFocused()
	await page.keyboard.type('javascript:alert(1)')
	await page.keyboard.press('Enter')
	await expect(address).toHaveAccessibleDescription(/Begin with https:/)
	await address.fill('/contact')
	await expectGoodScreen(page, 'a link in the editor')
	await page.keyboard.press('Enter')
	await expect(text).toBeFocused()
	await expect(saved(page)).toBeVisible()

	await publish(page)
	await untilWritten(shop, '/terms', 'Ask us about &lt;b&gt;it&lt;/b&gt;')

	await page.goto(`${shop.adminUrl}/words`)
	await page.getByRole('link', { name: 'Fixed texts' }).click()
	const consent = page.getByRole('region', { name: 'What a buyer agrees to' })
	await expect(consent).toContainText('I lose my 14-day right to cancel')
	await expectGoodOnEveryScreen(page, 'the fixed texts')
	await page.getByRole('link', { name: 'All words' }).click()
	await page.getByRole('link', { name: 'Every page: header, footer, notice bar' }).click()
	await page.getByRole('button', { name: 'Add “Notice bar”' }).click()
	await page.locator('summary', { hasText: 'Notice bar' }).click()
	await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Closed on <b>Monday</b>.')
	await expect(saved(page)).toBeVisible()
	await expectGoodOnEveryScreen(page, 'the words of every page')
	await publish(page)
	await untilWritten(shop, '/terms', 'Closed on &lt;b&gt;Monday&lt;/b&gt;.')
	await page.goto('/about')
	await expect(page.getByRole('region', { name: 'Notice' })).toHaveText('Closed on <b>Monday</b>.')
	await expectGoodOnEveryScreen(page, 'a notice')
})

test('an owner writes an article on a phone, a visitor finds it, and it is taken off again', async ({
	page,
	shop,
}) => {
	test.slow()
	await openAdmin(page, shop, { path: '/words' })
	await page.getByRole('link', { name: 'Articles', exact: true }).click()
	await expect(page.getByText('No articles yet')).toBeVisible()
	await page.getByRole('button', { name: 'New article …' }).click()
	const dialog = page.getByRole('dialog')
	await dialog.getByLabel('Title').fill('What is a deposit <b>for</b>?')
	await expect(dialog.getByLabel('Address')).toHaveValue('what-is-a-deposit-b-for-b')
	await dialog.getByLabel('Address').fill('deposit')
	await expect(dialog.getByText('which will be at /articles/deposit.')).toBeVisible()
	await expectGoodScreen(page, 'a new article')
	await dialog.getByRole('button', { name: 'Begin it' }).click()
	await expect(page).toHaveURL(`${shop.adminUrl}/words/article/1`)
	await page
		.getByLabel('Summary')
		.fill('A landlord may keep part of it for three reasons only, and must show each.')
	await page.getByLabel('Author').fill('Priya Shah')
	await page.getByRole('textbox', { name: 'Text', exact: true }).click()
	await page.keyboard.type('It is still your money.')
	await page.locator('summary', { hasText: 'Sources' }).click()
	await page.getByRole('button', { name: 'Add one to Sources' }).click()
	const source = page.getByRole('group', { name: 'Sources 1' })
	await source.getByLabel('Name').fill('GOV.UK')
	await source.getByLabel('Address').fill('https://www.gov.uk/deposits')
	await source.getByLabel('Read on').fill('2026-11-20')
	await page.locator('summary', { hasText: 'Guides that go with it' }).click()
	await page.getByRole('button', { name: 'Add one to Guides that go with it' }).click()
	await page.getByLabel('Guides that go with it 1', { exact: true }).fill('student-guide')
	await expect(page.getByRole('region', { name: 'To be mended' })).toBeHidden()
	await expect(saved(page)).toBeVisible()
	await expectGoodPage(page, 'the editor of an article')
	await publish(page)
	await untilWritten(shop, '/articles/deposit', 'Priya Shah')

	await page.goto('/free')
	await page.getByRole('contentinfo').getByRole('link', { name: 'Articles' }).click()
	await expect(page).toHaveURL('/articles')
	await expectGoodPage(page, 'the articles')
	await page.getByRole('link', { name: 'What is a deposit <b>for</b>?' }).click()
	await expect(page).toHaveURL('/articles/deposit')
	await expect(page.getByText('It is still your money.')).toBeVisible()
	await page.reload()
	await expect(page.getByText('By Priya Shah')).toBeVisible()
	await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible()
	await expectGoodPage(page, 'an article')
	await page.getByRole('link', { name: 'Student Guide' }).click()
	await expect(page).toHaveURL('/products/student-guide')

	await page.goto(`${shop.adminUrl}/words/articles`)
	await expect(page.getByRole('row', { name: /What is a deposit/ })).toContainText('Published')
	await expectGoodPage(page, 'the list of articles')
	await page.getByRole('link', { name: 'What is a deposit <b>for</b>?' }).click()
	await page.getByRole('button', { name: 'Take off the site …' }).click()
	await page.getByRole('dialog').getByRole('button', { name: 'Take it off' }).click()
	await expect(page.getByRole('button', { name: 'Put back …' })).toBeVisible()
	await untilWritten(shop, '/articles/deposit', 'Page not found')
	expect((await fetch(`${shop.url}/articles`)).status).toBe(404)
})

test('an owner changes the words of an email and sees it as it would be sent', async ({ page, shop }) => {
	await openAdmin(page, shop, { path: '/messages' })
	await expect(page.getByText(/^Tax law decides what a receipt says/)).toBeVisible()
	await page.goto(`${shop.adminUrl}/messages?message=recovery`)
	await page.getByRole('link', { name: 'Change its words' }).click()
	await expect(page).toHaveURL(`${shop.adminUrl}/words/site/emails`)
	await page.getByLabel('Find words in it').fill('Set a new password for Headstart')
	await page.getByRole('textbox', { name: 'Subject' }).fill('{name}, a new password')
	await expect(page.getByRole('region', { name: 'To be mended' })).toContainText('{address}, {site}')
	await page.getByRole('textbox', { name: 'Subject' }).fill('A <b>new</b> password for {site}')
	await expect(page.getByRole('region', { name: 'To be mended' })).toBeHidden()
	await expectGoodOnEveryScreen(page, 'the words of emails')
	await page.getByRole('link', { name: 'Preview' }).click()
	await page.getByLabel('Email', { exact: true }).selectOption('recovery')
	await expect(page.getByTitle(/^Preview: A <b>new<.b> password for /)).toBeVisible()
	await expect(page.getByText(/^Subject: A <b>new<.b> password for /)).toBeVisible()
	await expectGoodOnEveryScreen(page, 'an email with the draft')
})

test('an owner renames the shop, which pages and emails then say, and takes the name back', async ({
	page,
	shop,
}) => {
	await openAdmin(page, shop, { path: '/words/site/site' })
	const name = page.getByLabel('Name of the shop')
	await name.fill('<b>Ana</b>')
	await expect(page.getByRole('region', { name: 'To be mended' })).toContainText('may have letters')
	await name.fill('Tom & Ana’s')
	for (const part of [/^Colours of the categories/, /^Money/])
		await page.locator('summary').filter({ hasText: part, visible: true }).click()
	const covers = page
		.getByLabel('Covers, and marks on light paper', { exact: true })
		.filter({ visible: true })
	await covers.fill('#8cc3dd')
	await expect(
		page.getByText(/^Has too little contrast behind the words on a cover: 1\.4/).first(),
	).toBeVisible()
	await page.getByLabel('Choose: Covers, and marks on light paper').filter({ visible: true }).fill('#6b1d1d')
	await expect(covers).toHaveValue('#6b1d1d')
	await expectGoodOnEveryScreen(page, 'the colours of a category')
	await expect(saved(page)).toBeVisible()
	await publish(page)
	await untilWritten(shop, '/', '<title>Tom &amp; Ana’s: free and premium guides')
	await page.goto(`${shop.adminUrl}/messages?message=confirmation`)
	await expect(page).toHaveTitle(/Tom & Ana’s admin$/)
	await expect(page.getByRole('heading', { name: 'Confirm your email for Tom & Ana’s' })).toBeVisible()
	await page.goto('/about')
	await expect(page).toHaveTitle(/ · Tom & Ana’s$/)
	await expect(page.getByRole('banner').getByRole('link', { name: /^Tom & Ana’s/ })).toBeVisible()
	await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', /%3ET%3C/)
	await expectGoodPage(page, 'a page with another name')
	expect(
		await page.evaluate(() =>
			getComputedStyle(document.documentElement).getPropertyValue('--color-cloth-money'),
		),
	).toContain('6b1d1d')

	await page.goto(`${shop.adminUrl}/words/site/site`)
	await page.getByLabel('Name of the shop').fill('Headstart')
	await expect(saved(page)).toBeVisible()
	await publish(page)
	await untilWritten(shop, '/', '<title>Headstart: free and premium guides')
})

test('an editor sees nothing but words, and asks an owner, who finds the draft on the first page', async ({
	page,
	shop,
	browser,
}) => {
	const email = await openAdmin(page, shop, { role: 'editor' })
	await expect(page).toHaveURL(`${shop.adminUrl}/words`)
	const pages = page.getByRole('navigation', { name: 'Pages' })
	await expect(pages.getByRole('link')).toHaveText(['Words'])
	await page.goto(`${shop.adminUrl}/words/page/contact`)
	await page.getByLabel('Title', { exact: true }).first().fill('Write to us')
	await expect(saved(page)).toBeVisible()
	await page.getByRole('button', { name: 'Ask to publish …' }).click()
	await page.getByLabel('What should they know? (optional)').fill('Before Monday, please')
	await expectGoodOnEveryScreen(page, 'asking to publish')
	await page.getByRole('dialog').getByRole('button', { name: 'Ask the owners' }).click()
	await expect(page.getByText(`${email} asks to publish it`)).toBeVisible()

	const other = await browser.newPage()
	try {
		await openAdmin(other, shop)
		await expect(other.getByText('Before Monday, please')).toBeVisible()
		await other.getByRole('link', { name: 'Words', exact: true }).last().click()
		await expect(other.getByRole('row', { name: /Contact/ })).toContainText(
			'Has a draft, waits to be published',
		)
		await other.getByRole('link', { name: 'Contact' }).click()
		await expectGoodOnEveryScreen(other, 'a request to publish')
		await publish(other)
	} finally {
		await other.close()
	}
})
