import { bothScreens, expect, test } from './journey.ts'
import { card, toast } from './sign-in.ts'

test(
	'a signed-in user’s free guide opens in a new tab, and the card changes to Acquired',
	bothScreens,
	async ({ page, signedInMember, context }) => {
		await signedInMember()
		await page.goto('/')
		const guide = card(page, 'Student Guide')
		const file = context.waitForEvent('response', (response) =>
			response.url().includes('/storage/v1/object/sign/pdfs/StudentGuide.pdf?'),
		)
		const opened = context.waitForEvent('page')
		// Watched from the press on, because a message disappears after four seconds and opening a tab can take as long.
		const said = expect(toast(page, 'PDF opened in new tab')).toBeVisible()
		await guide.getByRole('button', { name: 'Get Free PDF' }).click()
		await opened
		const answer = await file
		expect(answer.status()).toBe(200)
		expect(answer.headers()['content-type']).toBe('application/pdf')
		await page.bringToFront()
		await said
		await expect(guide).toContainText('Acquired')
		await expect(guide.getByRole('button', { name: 'Download' })).toBeVisible()
		await page.reload()
		await expect(card(page, 'Student Guide')).toContainText('Acquired')
		await page.goto('/account/guides')
		await expect(page.getByText('Student Guide').first()).toBeVisible()
	},
)

test('a guide taken in another tab still opens, and the card changes to Acquired', async ({
	page,
	signedInMember,
	context,
	allow,
}) => {
	await signedInMember()
	const second = await context.newPage()
	// Without this, the second tab would receive the purchase over its socket as soon as the tab is shown.
	await second.routeWebSocket(/\/realtime\//, (socket) => socket.close())
	const owned = second.waitForResponse(/\/rest\/v1\/purchases\?/)
	await second.goto('/free')
	await owned
	for (const tab of [page, second]) {
		await tab.bringToFront()
		if (tab === page) await tab.goto('/free')
		// The second insert is rejected as a conflict.
		else allow(/status of 409/)
		const opened = context.waitForEvent('page')
		await card(tab, 'Student Guide').getByRole('button', { name: 'Get Free PDF' }).click()
		await opened
		await tab.bringToFront()
		await expect(card(tab, 'Student Guide')).toContainText('Acquired')
	}
})

test('a guide that is taken while the list of purchases loads stays Acquired when the list arrives', async ({
	page,
	signedInMember,
	context,
}) => {
	await signedInMember()
	// Without this, the purchase would arrive over the socket and hide a list that is too old.
	await page.routeWebSocket(/\/realtime\//, () => {})
	const list = Promise.withResolvers<void>()
	const isWaiting = Promise.withResolvers<void>()
	await page.route(/\/rest\/v1\/purchases\?select=catalogue_id/, async (route) => {
		const answer = await route.fetch()
		isWaiting.resolve()
		await list.promise
		await route.fulfill({ response: answer })
	})
	await page.goto('/free')
	await isWaiting.promise
	const opened = context.waitForEvent('page')
	const said = expect(toast(page, 'PDF opened in new tab')).toBeVisible()
	await card(page, 'Student Guide').getByRole('button', { name: 'Get Free PDF' }).click()
	await opened
	await page.bringToFront()
	await expect(card(page, 'Student Guide')).toContainText('Acquired')
	const arrived = page.waitForResponse(/\/rest\/v1\/purchases\?select=catalogue_id/)
	list.resolve()
	await (await arrived).finished()
	await said
	// Two frames, so that the page has drawn what it makes of the list.
	await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
	await expect(card(page, 'Student Guide')).toContainText('Acquired', { timeout: 1 })
})

test('the other files of a guide are listed on its page and can be downloaded from “Your guides”', async ({
	page,
	signedInMember,
	context,
}) => {
	await signedInMember()
	await page.goto('/startup-blueprint')
	await expect(
		page.getByText('Phone edition (PDF), E-book (EPUB), Worksheets (ZIP)', { exact: false }),
	).toBeVisible()
	await expect(page.getByText('Or read it online on your phone')).toBeVisible()
	const opened = context.waitForEvent('page')
	const said = expect(toast(page, 'PDF opened in new tab')).toBeVisible()
	await page.getByRole('button', { name: 'Get Free PDF' }).first().click()
	await opened
	await page.bringToFront()
	await said
	// The button changes once the purchase is recorded.
	await expect(page.getByRole('button', { name: /^Download/ }).first()).toBeVisible()
	await page.goto('/account/guides')
	const download = page.waitForEvent('download')
	await page.getByRole('button', { name: 'Worksheets (ZIP)' }).click()
	expect((await download).suggestedFilename()).toBe('StartupBlueprint-worksheets.zip')
})
