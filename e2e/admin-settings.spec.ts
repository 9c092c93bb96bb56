import { inDatabase } from '../test/faults/in-database.ts'
import { openAdmin } from './admin.ts'
import { expectGoodOnEveryScreen } from './good-page.ts'
import { expect, onlyPhone, test } from './journey.ts'
import { mailTo, makeMember } from './people.ts'
import { buyCvSecrets } from './purchases.ts'

test(
	'an owner reads the settings, runs the doctor and the audit, and sends a test email',
	onlyPhone,
	async ({ page, shop }) => {
		test.slow()
		const { session } = await makeMember(shop)
		const bought = await buyCvSecrets(shop, session)
		const [held] = await inDatabase(
			shop.dataDir,
			`update public.purchases set status = 'held' where stripe_session_id = '${bought}' returning id`,
		)
		const email = await openAdmin(page, shop, { path: '/settings' })
		await expect(page.getByText('Not run since the shop started')).toBeVisible()
		await page.locator('summary', { hasText: 'Payments' }).click()
		await expect(page.getByRole('row', { name: /STRIPE_SECRET_KEY/ })).toBeVisible()
		for (const check of ['Run the doctor', 'Run the audit']) {
			await page.getByRole('button', { name: check }).click()
			await expect(page.getByText(`${check.replace('Run t', 'T')} is running`)).toBeVisible()
			await expect(page.getByRole('dialog')).toHaveCount(0)
		}
		const doctor = page.getByRole('region', { name: 'Doctor' })
		await expect(doctor.getByRole('status')).toContainText('Checked on', { timeout: 120_000 })
		await expect(doctor.getByText('Next: ').first()).toBeVisible()
		await expect(page.getByRole('region', { name: 'Audit' })).toContainText(/purchases? of ours\./, {
			timeout: 120_000,
		})
		const difference = page.getByRole('paragraph').filter({ hasText: `${held?.id}` })
		await expect(difference).toContainText(`Purchase ${held?.id} (CV Secrets`)
		await expect(difference.getByRole('link')).toHaveAttribute('href', `/sales/${held?.id}`)
		await page.getByRole('link', { name: 'Go live' }).click()
		await expect(page.getByRole('listitem').filter({ hasText: 'Database' })).toContainText('Done')
		await expectGoodOnEveryScreen(page, 'go-live')
		await page.getByRole('link', { name: 'Checks and settings' }).click()
		await page.getByLabel('Find a setting').fill('admin_url')
		await expect(page.getByRole('row', { name: /ADMIN_URL/ })).toContainText(shop.adminUrl)
		await expectGoodOnEveryScreen(page, 'settings')

		await page.goto(`${shop.adminUrl}/messages`)
		await page.getByLabel('Message', { exact: true }).selectOption('receipt')
		const frame = page.frameLocator('iframe')
		await expect(frame.getByRole('heading', { level: 1 })).toBeVisible()
		const paper = frame.locator('body')
		await expect(paper).toHaveCSS('background-color', 'rgb(251, 248, 241)')
		await page.getByRole('button', { name: 'Dark', exact: true }).click()
		await expect(paper).toHaveCSS('background-color', 'rgb(14, 23, 18)')
		await page.getByRole('button', { name: 'Text only' }).click()
		await expect(page.getByText('Headstart, http')).toBeVisible()
		await expectGoodOnEveryScreen(page, 'messages')
		await page.getByRole('button', { name: 'Send me a test' }).click()
		await expect(page.getByText('The test is on its way')).toBeVisible()
		await mailTo(shop, email, /^Test: /)
	},
)

test('an owner backs up the shop and checks the backups', onlyPhone, async ({ page, shop }) => {
	test.slow()
	await openAdmin(page, shop, { path: '/settings/backups' })
	await expect(page.getByRole('heading', { name: 'None yet' })).toBeVisible()
	const dialog = page.getByRole('dialog')
	await page.getByRole('button', { name: 'Back up now …' }).click()
	await expect(dialog.getByText(/^Copies the database/)).toBeVisible()
	await dialog.getByRole('button', { name: 'Back up now' }).click()
	await expect(page.getByText(/^headstart-\d{8}T\d{6}Z is complete/)).toBeVisible({ timeout: 120_000 })
	await expect(page.getByRole('heading', { name: /^The last good one is of/ })).toBeVisible()
	await expect(page.getByText(/npm run restore -- headstart-/)).toBeVisible()
	await page.getByRole('button', { name: 'Check them …' }).click()
	await dialog.getByRole('button', { name: 'Check them' }).click()
	await expect(page.getByText('Every byte of 1 backup is as it was written.')).toBeVisible({
		timeout: 120_000,
	})
	await expectGoodOnEveryScreen(page, 'backups')
	await page.goto(`${shop.adminUrl}/visits`)
	await expect(
		page.getByRole('row', { name: /\d/ }).or(page.getByText('No views in this time')).first(),
	).toBeVisible()
	await expectGoodOnEveryScreen(page, 'visits')
})
