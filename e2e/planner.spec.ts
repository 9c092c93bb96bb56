import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { formatPounds } from '#shared/money.ts'
import { planFrom, suggestedAnswers } from '#shared/planner/first-plan.ts'
import { dateOf, dayNumber } from '#shared/planner/typed-plan.ts'
import { calculatePlan } from '#shared/planner/weeks.ts'
import { expectGoodOnEveryScreen, expectGoodPage } from './good-page.ts'
import { expect, onlyPhone, test } from './journey.ts'
import { buyInShop, fillCard, planner } from './purchases.ts'
import { comeBackAs, ready, toast } from './sign-in.ts'

const number = (page: Page) => page.locator('.planner-safe')

test(
	'a buyer has a weekly number on their phone, and it stays there, without unzipping anything',
	onlyPhone,
	async ({ page, signedInMember, context, allow }) => {
		test.slow()
		await signedInMember()
		await page.goto('/products/budget-planner')
		await ready(page)
		await page
			.getByRole('button', { name: /^Buy Now/ })
			.filter({ visible: true })
			.first()
			.click()
		await page.waitForURL(/\/checkout\/cs_/)
		await fillCard(page, '4242 4242 4242 4242')
		await page.getByRole('button', { name: /^Pay/ }).click()
		await page.waitForURL(/\/payment-success\?session_id=cs_/)
		await page
			.getByRole('link', { name: /^Open the planner/ })
			.first()
			.click()
		await expect(page).toHaveURL('/read/budget-planner')

		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Student Budget Planner')
		await page.getByRole('button', { name: 'Show my number' }).click()
		await expect(page.getByText('Type the balance, such as 640 or 640.50.')).toBeVisible()
		await expectGoodPage(page, 'the first questions of the planner')
		const today = dayNumber(await page.evaluate(() => new Date().toLocaleDateString('sv')))
		const arrives = today + 40
		await page.getByLabel('Balance, £').fill('640')
		await page.getByLabel('Instalment 1, £').fill('1,900')
		await page.getByLabel('Arrives on').fill(dateOf(arrives).toISOString().slice(0, 10))
		await page.getByLabel('Rent, £').fill('120.50')
		await page.getByRole('button', { name: 'Show my number' }).click()

		const suggested = suggestedAnswers(today)
		const plan = planFrom(
			{
				...suggested,
				balance: 640,
				lumps: [{ amount: 1900, rhythm: 'Once', first: arrives }],
				rent: { ...suggested.rent, amount: 120.5 },
			},
			today,
		)
		const result = calculatePlan(plan, today)
		expect(result.problems).toEqual([])
		const safePence = result.isKnown ? result.figures.safeToSpendPence : 0
		await expect(number(page)).toHaveText(formatPounds(safePence))
		await expect(page.getByText('safe to spend this week', { exact: true })).toBeVisible()
		await expectGoodPage(page, 'the number of the week')

		const howMuch = page.getByRole('region', { name: 'Spent something?' }).getByLabel('How much, £')
		await howMuch.fill('4.20')
		await page.getByRole('button', { name: 'Food' }).click()
		await expect(toast(page, '£4.20 on Food, today')).toBeVisible()
		await expect(number(page)).toHaveText(formatPounds(safePence - 420))

		// What should stay in the account is never safe to spend, and what came in is.
		await page.getByText('Was your pay different?').click()
		await page.getByLabel('Came in, £').fill('35')
		await page.getByRole('button', { name: 'Plan', exact: true }).click()
		await page.getByLabel('Never below, £').fill('50')
		await page.getByLabel('Name 1').fill('Groceries')
		await page.getByRole('button', { name: 'This week', exact: true }).click()
		const changed = calculatePlan({ ...plan, floor: 50, pay: [{ row: 1, amount: 35 }] }, today)
		const changedPence = changed.isKnown ? changed.figures.safeToSpendPence : 0
		expect(changedPence).toBeLessThan(safePence)
		await expect(number(page)).toHaveText(formatPounds(changedPence - 420))
		await expect(page.getByRole('button', { name: 'Groceries' })).toBeVisible()

		// The workbook of the download has the same numbers, and brings them back.
		const saved = page.waitForEvent('download')
		await page.getByRole('button', { name: 'Save as a spreadsheet' }).click()
		const workbook = await saved
		expect(workbook.suggestedFilename()).toMatch(/^headstart-planner-\d{4}-\d\d-\d\d\.xlsx$/)
		await page.locator('input[type=file]').setInputFiles(await workbook.path())
		await expect(page.getByText(/ 1 fixed cost and 1 payment\. It replaces the one here\./)).toBeVisible()
		await expectGoodPage(page, 'a workbook to open in the planner')
		await page.getByRole('button', { name: 'Replace mine' }).click()
		await expect(number(page)).toHaveText(formatPounds(changedPence - 420))

		// The page, its code and the number need no connection.
		await page.evaluate(async () => void (await navigator.serviceWorker.ready))
		await page.goto('/read/budget-planner')
		await expect(number(page)).toHaveText(formatPounds(changedPence - 420))
		allow(/ERR_INTERNET_DISCONNECTED|ERR_CACHE_MISS|status of 503|^failed: /)
		await context.setOffline(true)
		await page.goto('/read/budget-planner')
		await expect(number(page)).toHaveText(formatPounds(changedPence - 420))
		await howMuch.fill('5')
		await page.getByRole('button', { name: 'Going out' }).click()
		await expect(number(page)).toHaveText(formatPounds(changedPence - 920))
		await context.setOffline(false)

		await page.getByRole('link', { name: 'How the planner works' }).click()
		await expect(page).toHaveURL('/read/budget-planner#set-up-in-fifteen-minutes')
		await expect(page.getByRole('heading', { level: 2, name: 'Set up in fifteen minutes' })).toBeFocused()
		await page.getByRole('link', { name: 'Back to the planner' }).click()
		await expect(number(page)).toHaveText(formatPounds(changedPence - 920))

		await page.goto('/account/guides')
		await page.getByRole('link', { name: /^Open the planner/ }).click()
		await expect(number(page)).toHaveText(formatPounds(changedPence - 920))
	},
)

test('anybody can try the planner with sample numbers, mend them, and take them along', async ({ page }) => {
	await page.goto('/products/budget-planner')
	await page.getByRole('link', { name: 'Try the planner with sample numbers' }).click()
	await expect(page).toHaveURL('/read/budget-planner/demo')
	// As in the workbook: £103.12 are safe in week 6, and £26.20 are spent.
	await expect(number(page)).toHaveText('£76.92')
	await expectGoodOnEveryScreen(page, 'the demo of the planner')

	await page
		.getByRole('navigation', { name: 'Parts of the planner' })
		.getByRole('button', { name: 'Plan' })
		.click()
	await page
		.getByRole('strong')
		.filter({ hasText: /^Rent$/ })
		.click()
	await page.getByLabel('How much, £').filter({ visible: true }).fill('rent')
	await expectGoodPage(page, 'the plan of the planner')
	await page
		.getByRole('navigation', { name: 'Parts of the planner' })
		.getByRole('button', { name: 'This week' })
		.click()
	await expect(number(page)).toHaveText('No number yet')
	await expect(page.getByText('Rent: its amount isn’t a number')).toBeVisible()
	await expectGoodPage(page, 'the checks of the planner')
	await page.getByRole('button', { name: 'Change it Rent' }).click()
	await expect(page.locator('summary:focus')).toContainText('Check: its amount isn’t a number')
	await page.getByLabel('How much, £').filter({ visible: true }).fill('0')
	await page
		.getByRole('navigation', { name: 'Parts of the planner' })
		.getByRole('button', { name: 'This week' })
		.click()
	await expect(page.getByText('Rent: is it really £0?')).toBeVisible()
	await page.getByRole('button', { name: 'It’s right Rent' }).click()
	await expect(number(page)).toHaveText(/^£\d/)

	await page
		.getByRole('navigation', { name: 'Parts of the planner' })
		.getByRole('button', { name: 'Weeks' })
		.click()
	await expect(page.getByRole('row', { name: /^2 Nov/ })).toHaveAttribute('aria-current', 'date')
	await expectGoodPage(page, 'the weeks of the planner')

	await page
		.getByRole('navigation', { name: 'Parts of the planner' })
		.getByRole('button', { name: 'Spending' })
		.click()
	await page.getByText('Paste lines from your bank').click()
	await page
		.getByLabel(/^Copy lines with date/)
		.fill(
			'Date,Description,Amount\n05/11/2026,TESCO STORES <b>2041</b>,-12.30\n03/11/2026,WAGES,92.80\nnonsense',
		)
	await expect(page.getByText('Understood 2 of 3 lines.')).toBeVisible()
	await expect(page.getByText('money in')).toBeVisible()
	await expectGoodPage(page, 'lines pasted from a bank')
	await page.getByRole('button', { name: 'Add 1 payment' }).click()
	await expect(page.getByText('TESCO STORES <b>2041</b>')).toBeVisible()

	const saved = page.waitForEvent('download')
	await page.getByRole('button', { name: 'Save a copy' }).click()
	const copy = await (await saved).path()
	expect(await readFile(copy, 'utf8')).toContain('TESCO STORES')
	await page.reload()
	await expect(number(page)).toHaveText('£76.92')
	await page
		.locator('input[type=file]')
		.setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from('{}') })
	await expect(page.getByText('That isn’t a copy of a plan.')).toBeVisible()
	await page.locator('input[type=file]').setInputFiles(copy)
	await expect(page.getByText(/and 18 payments\. It replaces the one here\./)).toBeVisible()
	await page.getByRole('button', { name: 'Replace mine' }).click()
	await expect(number(page)).not.toHaveText('£76.92')
})

test(
	'a plan that the account keeps is on every device, and a change without a connection undoes no other',
	onlyPhone,
	async ({ page, shop, newMember, browser, allow }) => {
		test.slow()
		const member = await newMember()
		await buyInShop(shop, member.session, planner)
		await comeBackAs(page, shop, member)
		await page.goto('/read/budget-planner')
		await page.getByLabel('Balance, £').fill('640')
		await page.getByLabel('Rent, £').fill('120')
		await page.getByRole('button', { name: 'Show my number' }).click()
		await page.getByLabel('Keep them in my account too').check()
		await expect(page.getByText('They’re in your account.')).toBeVisible()
		await expectGoodPage(page, 'a plan that the account keeps')

		const laptop = await browser.newPage({ baseURL: shop.url })
		await comeBackAs(laptop, shop, member)
		await laptop.goto('/read/budget-planner')
		await expect(number(laptop)).toHaveText((await number(page).textContent()) ?? '')
		const spend = async (device: Page, amount: string) => {
			await device.getByRole('region', { name: 'Spent something?' }).getByLabel('How much, £').fill(amount)
			await device.getByRole('button', { name: 'Food' }).click()
		}
		await spend(laptop, '4')
		const less = (await number(laptop).textContent()) ?? ''
		await expect(number(page)).toHaveText(less)

		allow(/ERR_INTERNET_DISCONNECTED|^failed: /)
		await page.context().setOffline(true)
		await spend(page, '1')
		await expect(page.getByText('Not in your account yet')).toBeVisible()
		await spend(laptop, '7')
		await expect(laptop.getByText('They’re in your account.')).toBeVisible()
		await page.context().setOffline(false)
		await expect(page.getByText('Your account has another plan')).toBeVisible()
		await page.getByRole('button', { name: 'Use that one' }).click()
		await expect(number(page)).toHaveText((await number(laptop).textContent()) ?? '')

		await page.getByLabel('Keep them in my account too').uncheck()
		await expect(page.getByText('They stay in this browser')).toBeVisible()
		await expect(laptop.getByText('They stay in this browser')).toBeVisible()
		await laptop.close()
	},
)
