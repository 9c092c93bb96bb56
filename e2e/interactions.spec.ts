import type { CDPSession, Locator, Page } from '@playwright/test'
import { expect, onlyPhone, test } from './journey.ts'
import { openLongShelf } from './long-shelf.ts'
import { card } from './sign-in.ts'

/** How many times slower than this machine the emulated phone is. */
const slowdown = 6
/** The longest time from a press until the page has painted, in milliseconds. */
const longest = 100
/** Other programs run beside the journeys, so the fastest of a few presses counts. */
const attempts = 12

test('on a slow phone, the page paints within 100 ms of each press', onlyPhone, async ({ page }) => {
	test.slow()
	await openLongShelf(page, 'Home')
	const phone = { page, devtools: await page.context().newCDPSession(page) }
	await observeInteractions(page)

	// First checks the measurement: it must notice a handler that blocks the page.
	await page.evaluate((ms) => {
		const block = () => {
			const end = performance.now() + ms
			while (performance.now() < end);
		}
		window.addEventListener('pointerdown', block, { once: true })
	}, longest)
	await page.mouse.click(2, 300)
	await expect.poll(() => slowest(page)).toBeGreaterThanOrEqual(longest)

	const menu = page.locator('header summary').filter({ visible: true })
	const links = page.getByRole('navigation', { name: 'Main' })
	await expectFast(phone, 'the menu', {
		press: () => tap(page, menu),
		shown: () => expect(links).toBeVisible(),
		undo: () => tap(page, menu),
		gone: () => expect(links).toBeHidden(),
	})
	await page.getByRole('searchbox').focus()
	await expectFast(phone, 'the search', {
		press: () => page.keyboard.press('b'),
		shown: () => expect(page).toHaveURL('/?q=b'),
		undo: () => page.keyboard.press('Backspace'),
		gone: () => expect(page).toHaveURL('/'),
	})
	const category = page.getByLabel('Category')
	await category.focus()
	await expectFast(phone, 'a filter', {
		press: () => page.keyboard.press('ArrowDown'),
		shown: () => expect(category).toHaveValue('career'),
		undo: () => page.keyboard.press('ArrowUp'),
		gone: () => expect(category).toHaveValue(''),
	})
	const preview = page.getByRole('button', { name: /^Preview/ }).first()
	const dialog = page.getByRole('dialog')
	await expectFast(phone, 'a dialog', {
		press: () => tap(page, preview),
		shown: () => expect(dialog).toBeVisible(),
		undo: () => page.keyboard.press('Escape'),
		gone: () => expect(dialog).toBeHidden(),
	})
	const buy = card(page, 'CV Secrets No One Tells You 0').getByRole('button', { name: 'Buy for £14.99' })
	await expectFast(phone, 'a buy button', {
		press: () => tap(page, buy),
		shown: () => expect(page).toHaveURL(/\/auth\?/),
		undo: async () => void (await page.goBack()),
		gone: () => expect(buy).toBeVisible(),
	})
})

interface Phone {
	page: Page
	devtools: CDPSession
}

interface Interaction {
	press: () => Promise<void>
	/** Waits until the page shows the result of the press. */
	shown: () => Promise<void>
	undo: () => Promise<void>
	gone: () => Promise<void>
}

/** Repeats an interaction until the page paints in time, both after the press and after it is undone. */
async function expectFast(phone: Phone, name: string, { press, shown, undo, gone }: Interaction) {
	const taken: number[] = []
	while (taken.length < attempts) {
		const there = await msUntilPaint(phone, press)
		await shown()
		const back = await msUntilPaint(phone, undo)
		await gone()
		if (Math.max(there, back) < longest) return
		taken.push(Math.max(there, back))
	}
	expect(taken, `milliseconds of ${name}`).toEqual([])
}

/**
 * Returns the milliseconds from a press until the next paint, as they would be on an idle machine: the measured time divided by
 * `timesSlower`. Slows the page down only for the press, because the browser does so by keeping the processor busy, which would
 * distort `timesSlower`.
 */
async function msUntilPaint({ page, devtools }: Phone, press: () => Promise<void>): Promise<number> {
	await slowest(page)
	const busy = timesSlower()
	await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
	await press()
	const taken = await slowest(page)
	await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
	return Math.round(taken / busy)
}

/** Returns the elapsed time of a piece of work divided by its processor time: 1 on an idle machine, more on a busy one. */
function timesSlower(): number {
	const [start, used] = [performance.now(), process.threadCpuUsage()]
	const cpuMs = () => {
		const { user, system } = process.threadCpuUsage(used)
		return (user + system) / 1000
	}
	while (cpuMs() < 20);
	return Math.max(1, (performance.now() - start) / cpuMs())
}

/** Presses in the middle of an element. Playwright's own click also runs scripts in the page, which would be measured too. */
async function tap(page: Page, element: Locator): Promise<void> {
	// Scrolls to it and waits until it stands still, without pressing anything.
	await element.hover({ trial: true })
	const box = await element.boundingBox()
	if (box === null) throw new Error('the element is not visible')
	await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
}

async function observeInteractions(page: Page): Promise<void> {
	await page.evaluate(() => {
		const seen: number[] = []
		const add = (entries: PerformanceEntryList) => {
			for (const entry of entries)
				if (Number(Reflect.get(entry, 'interactionId')) > 0) seen.push(entry.duration)
		}
		new PerformanceObserver((list) => add(list.getEntries())).observe({
			type: 'event',
			// @ts-expect-error: not among the types
			durationThreshold: 16,
		})
		Reflect.set(window, 'interactions', seen)
	})
}

/** Returns the longest time from a press to the next paint since the last call, or 0 if all took less than 16 ms. */
async function slowest(page: Page): Promise<number> {
	return await page.evaluate(async () => {
		for (let frame = 0; frame < 3; frame += 1) await new Promise((painted) => requestAnimationFrame(painted))
		const seen: number[] = Reflect.get(window, 'interactions')
		return Math.max(0, ...seen.splice(0))
	})
}
