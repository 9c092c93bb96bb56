import { partners } from './combine.ts'
import { expectWithinWidth } from './good-page.ts'
import { expect, onlyLaptop, test } from './journey.ts'
import { ready } from './sign-in.ts'

const screens = [
	{ width: 390, height: 844 },
	{ width: 1280, height: 800 },
	{ width: 1920, height: 1080 },
]
const paths = [
	'/account',
	'/account/guides',
	'/read/student-guide',
	'/read/cv-secrets',
	'/payment-success?session_id=cs_test_unknown',
	'/',
	'/get/student-guide',
]

for (const [index, { width, height }] of screens.entries())
	test(
		`nothing jumps while pages load for a user, ${width} pixels wide`,
		onlyLaptop,
		async ({ page, signedInMember, allow, settleErrors }) => {
			test.slow()
			allow(/status of 40[04]/)
			await page.setViewportSize({ width, height })
			await signedInMember()
			// Answers late, as on a slow connection, so that the loading state is seen.
			await page.route(/\/(rest|auth|storage|functions)\/v1\//, async (route) => {
				await new Promise((resolve) => setTimeout(resolve, 400))
				await route.continue()
			})
			for (const path of partners(paths, index, screens.length)) {
				await page.goto(path)
				await ready(page)
				await page.waitForLoadState('networkidle')
				await page.waitForTimeout(400)
			}
			settleErrors()
		},
	)

test('a small laptop has “Your guides” in its header', onlyLaptop, async ({ page, signedInMember }) => {
	await signedInMember()
	for (const width of [1024, 1100, 1279]) {
		await page.setViewportSize({ width, height: 700 })
		await page.goto('/about')
		await ready(page)
		await expect(page.getByRole('banner').getByRole('link', { name: 'Your guides' })).toBeVisible()
		await expectWithinWidth(page, `${width} pixels wide`)
		const heights = page.locator('header .nav-link').filter({ visible: true })
		for (const link of await heights.all())
			await expect.poll(async () => (await link.boundingBox())?.height).toBeLessThan(50)
	}
})
