import { readFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import { expectGoodPage } from './good-page.ts'
import { bothScreens, expect, onlyPhone, test } from './journey.ts'
import { ready, toast } from './sign-in.ts'

test(
	'after paying on a phone, the guide can be read first, and each file opened alone, without a jump',
	onlyPhone,
	async ({ page, context, signedInBuyer }) => {
		const { checkoutSessionId } = await signedInBuyer()
		// As on a slow connection.
		await page.route(/\/(auth|storage|functions)\/v1\//, async (route) => {
			await new Promise((resolve) => setTimeout(resolve, 400))
			await route.continue()
		})
		await page.goto(`/payment-success?session_id=${checkoutSessionId}`)
		const main = page.getByRole('main')
		await expect(main.getByText('Payment Successful!')).toBeVisible()
		// The page stays once it is used. A jump right after real input would not be noticed.
		await expect(async () => {
			await page.evaluate(() => dispatchEvent(new Event('wheel')))
			await expect(main.getByText('Redirecting you back...')).toBeHidden({ timeout: 50 })
		}).toPass()
		await expect(main.getByText('Open first: CV guide')).toBeVisible()
		const actions = main.locator(':is(a, button)', { hasText: /Read online now|^Download/ })
		await expect(actions).toHaveText([/^Read online now/, /^Download/])

		const answered = context.waitForEvent(
			'response',
			(response) =>
				response.request().method() === 'GET' &&
				/CV\.zip\?token=.*&inside=CV-guide\.pdf$/.test(response.url()),
		)
		await main.getByRole('button', { name: /^PDF.*CV guide/ }).click()
		expect((await answered).headers()).toMatchObject({
			'content-type': 'application/pdf',
			'content-disposition': expect.stringMatching(/^inline; filename="CV-guide.pdf"/),
		})
		await expect(toast(page, 'PDF opened in new tab')).toBeVisible()
		await expect(page).toHaveURL(/payment-success/)
		await expectGoodPage(page, 'the files after paying')
	},
)

test('under “Your guides” a Word file is downloaded alone', bothScreens, async ({ page, signedInBuyer }) => {
	await signedInBuyer()
	await page.goto('/account/guides')
	await page.getByRole('button', { name: 'Every file by itself of CV Secrets' }).click()
	const files = page.getByRole('region', { name: 'Files in CV.zip' })
	const downloading = page.waitForEvent('download')
	await files.getByRole('button', { name: /^Word.*1 One hour plan/ }).click()
	const download = await downloading
	expect(download.suggestedFilename()).toBe('1-One-hour-plan.docx')
	const packed = unzipSync(await readFile('goods/CV.zip'))['1-One-hour-plan.docx'] ?? new Uint8Array()
	expect(await readFile(await download.path())).toEqual(Buffer.from(packed))
	await files.getByText('Open them on a phone, or in Google Docs').click()
	await expect(files.getByText('drive.google.com')).toBeVisible()
	await expectGoodPage(page, 'every file')
})

test('a guide that was begun shows how far, goes on from there, and takes stars in place', async ({
	page,
	signedInBuyer,
}) => {
	await signedInBuyer()
	await page.goto('/read/cv-secrets#evidence-lines')
	await expect(page.getByRole('heading', { name: 'Evidence lines' })).toBeInViewport()
	await page.mouse.wheel(0, 300)
	await expect
		.poll(() => page.evaluate(() => JSON.stringify({ ...localStorage })))
		.toContain('\\"chapter\\":\\"Evidence lines\\"')
	await page.goto('/account/guides')
	await ready(page)
	await expect(page.getByText(/^\d+%, in Evidence lines$/)).toBeVisible()

	await page.getByRole('button', { name: 'Give 4 of 5 stars' }).click()
	const own = page.getByRole('region', { name: 'Your review' })
	await expect(own.getByRole('radio', { name: '4 stars' })).toBeChecked()
	await own.getByRole('button', { name: 'Publish your review' }).click()
	await expect(own.getByRole('img', { name: '4 out of 5 stars' })).toBeVisible()
	await page.reload()
	await expect(
		page.getByRole('group', { name: /Your review of CV Secrets.*: 4 out of 5 stars/ }),
	).toBeVisible()

	await page.getByRole('link', { name: /^Continue CV Secrets/ }).click()
	await expect(page).toHaveURL('/read/cv-secrets')
	await expect(page.getByText('You’re where you stopped, in “Evidence lines”.')).toBeVisible()
})
