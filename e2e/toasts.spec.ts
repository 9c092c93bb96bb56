import { randomInt } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page, Response } from '@playwright/test'
import { expect, test } from './journey.ts'
import { type Member, makeMember } from './people.ts'
import { comeBackAs } from './sign-in.ts'
import type { Shop } from './start-shops.ts'
import type { Scene, ToastRow } from './toasts/row.ts'
import { toastTable } from './toasts/table.ts'

/** Rows of the table share a page, because opening a new one takes as long as a row. At most this many share one. */
const mostRows = 6

function groupsOf(rows: readonly ToastRow[]): ToastRow[][] {
	return Array.from({ length: Math.ceil(rows.length / mostRows) }, (_, index) =>
		rows.slice(index * mostRows, (index + 1) * mostRows),
	)
}

const alone = toastTable.filter(({ ownPage }) => ownPage === true)
const strict = toastTable.filter(({ strictShop }) => strictShop === true)
const others = toastTable.filter((row) => !alone.includes(row) && !strict.includes(row))

for (const rows of [...groupsOf(others), ...groupsOf(strict), ...alone.map((row) => [row])]) {
	const name = rows.map(({ says, when }) => `“${says}”: ${when}`).join('; ')
	test(name, async ({ page, shop, strictShop, allow, settleErrors }) => {
		test.slow()
		for (const row of rows) {
			await test.step(`“${row.says}”: ${row.when}`, async () => {
				if (row.console !== undefined) allow(row.console)
				// Started first, because that can take longer than a toast is waited for.
				if (row.strictShop) await strictShop()
				const origin = await checkRow(row, page, shop, strictShop)
				if (row !== rows.at(-1)) await beginAgain(page, origin)
				// Not earlier, because a page can report errors until it has been left.
				settleErrors()
			})
		}
	})
}

/** Causes a toast and checks it. Returns the origin of the shop that the row used. */
async function checkRow(
	row: ToastRow,
	page: Page,
	shop: Shop,
	strictShop: () => Promise<Shop>,
): Promise<string> {
	let known: Member | undefined
	let at = shop
	const references = refusals(page)
	const words = row.adds instanceof RegExp ? expect.stringMatching(row.adds) : (row.adds ?? '')
	const quotes = row.quotes !== undefined
	const expected = { kind: row.kind, says: row.says, words, contact: quotes, polite: true }
	let reference: string | undefined
	const covered = new Set<string>()
	const scene: Scene = {
		page,
		shop,
		newMember: async () => {
			known = await makeMember(at)
			return known
		},
		useStrictShop: async () => {
			at = await strictShop()
			const headers = { 'x-forwarded-for': `10.${randomInt(255)}.${randomInt(255)}.${randomInt(255)}` }
			await page.context().setExtraHTTPHeaders(headers)
			return { shop: at, headers }
		},
		member: () => {
			if (known === undefined) throw new Error('this row has no member')
			return known
		},
		arrive: async (path, target = shop) => {
			known = await makeMember(target)
			await comeBackAs(page, target, known)
			await page.goto(target.url + path)
			return known
		},
	}
	await Promise.all([row.cause(scene), untilShown()])
	if (quotes) await expect.poll(() => references.collected).toContain(reference)
	else expect(reference).toBeUndefined()
	expect([...covered], 'what the toast covered').toEqual([])
	await row.afterwards(scene)
	references.stop()
	return at.url

	/** Watches from the beginning, because a toast disappears after four seconds and opening a tab can take as long. */
	async function untilShown(): Promise<void> {
		await expect
			.poll(
				async () => {
					const toasts = await shownToasts(page)
					reference = toasts.find(({ says }) => says === row.says)?.reference ?? reference
					for (const name of toasts.flatMap(({ covers }) => covers)) covered.add(name)
					return toasts.map(({ reference: _, covers: __, ...rest }) => rest)
				},
				{ timeout: 120_000, intervals: [150] },
			)
			.toContainEqual(expected)
	}
}

/** Leaves the page, and makes the browser forget that it has visited this shop. */
async function beginAgain(page: Page, origin: string): Promise<void> {
	const context = page.context()
	for (const other of context.pages()) if (other !== page) await other.close()
	await Promise.all([page.unrouteAll({ behavior: 'ignoreErrors' }), context.unrouteAll()])
	await context.setOffline(false)
	await page.goto(`${origin}/robots.txt`)
	await context.setExtraHTTPHeaders({})
	await page.evaluate(() => sessionStorage.clear())
	const storage = await context.newCDPSession(page)
	await storage.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
	await storage.detach()
}

/** Collects the references of the page's failed calls, until it is stopped. */
function refusals(page: Page) {
	const collected: string[] = []
	const collect = (answer: Response) => {
		const reference = answer.headers()['x-request-id']
		if (answer.status() >= 400 && reference !== undefined) collected.push(reference)
	}
	page.on('response', collect)
	return { collected, stop: () => page.off('response', collect) }
}

/**
 * Returns the toasts. Moves them to their final places at once, because on a busy machine one could disappear before it has moved
 * in. Reads all in one call, because each disappears after a few seconds.
 */
async function shownToasts(page: Page) {
	const reading = page.locator('[data-sonner-toast]').evaluateAll((toasts) =>
		toasts
			.filter((toast) => toast.matches('[data-mounted="true"]:not([data-removed="true"])'))
			.map((toast) => {
				for (const animation of toast.getAnimations()) animation.finish()
				return toast
			})
			.map((toast) => {
				const coveredBy = ({ left, right, top, bottom }: DOMRect) =>
					Array.from(document.querySelectorAll('h1, header a, header summary, .purchase-panel'))
						.filter((element) => {
							const box = element.getBoundingClientRect()
							const apart = box.right <= left || box.left >= right || box.bottom <= top || box.top >= bottom
							return element.checkVisibility() && box.width > 1 && !apart
						})
						.map(({ textContent }) => textContent)
				const description = toast.querySelector('[data-description]')
				const lines = Array.from(
					description?.querySelectorAll('span') ?? [],
					({ textContent }) => textContent,
				)
				const quoted = lines.find((line) => line.startsWith('Reference '))
				const own =
					lines.length > 0 || description?.querySelector('a[href="/contact"]') ? '' : description?.textContent
				return {
					kind: toast.getAttribute('data-type'),
					says: toast.querySelector('[data-title]')?.textContent,
					words: lines.find((line) => line !== quoted) ?? own ?? '',
					reference: quoted?.replace('Reference ', ''),
					contact: description?.querySelector('a[href="/contact"]') != null,
					polite: toast.closest('[aria-live="polite"]') !== null,
					covers: coveredBy(toast.getBoundingClientRect()),
				}
			}),
	)
	// While another document loads there is nothing to read.
	return await reading.catch(() => [])
}

const here = fileURLToPath(new URL('.', import.meta.url))

test('the table and the other journeys cover every toast in the code of the pages', async () => {
	// `account-people.spec.ts` and `account-toasts.spec.ts` cover the toasts of the account pages.
	const pages = await codeUnder(join(here, '../src/web'), /^(?!pages\/account\/).*(?<!\.test)\.tsx?$/)
	const said = new Set(pages.flatMap(toastsIn))
	const table = toastTable.map(({ says }) =>
		says.replace(/^CV Secrets is/, '… is').replace(/! .* is/, '! … is'),
	)
	expect(table.filter((words) => !said.has(words))).toEqual([])

	const journeys = (await codeUnder(here, /^[\w-]+\.spec\.ts$/)).join()
	const unproven = [...said].filter(
		(words) => !table.includes(words) && !journeys.includes(words.split('…')[0] ?? ''),
	)
	expect(unproven).toEqual([])
})

async function codeUnder(folder: string, name: RegExp): Promise<string[]> {
	const files = (await readdir(folder, { recursive: true })).filter((file) => name.test(file))
	return await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
}

/** Returns the titles of the toasts in a file's code. */
function toastsIn(code: string): string[] {
	const calls = code.matchAll(/\btoast(?:Failure|\.(?:error|success|info))\(\s*([^,)]+)/g)
	// The page that emailed links lead to has a list of titles, one for each kind of link.
	const chosen = Array.from(code.matchAll(/\{ title: '([^']+)', description/g), ([, words = '']) => words)
	return [...chosen, ...Array.from(calls).flatMap(([, first = '']) => wordsOf(first, code))]
}

/**
 * Returns the titles that the first argument of a toast can have. They may be in the argument itself or elsewhere in the file.
 */
function wordsOf(argument: string, code: string): string[] {
	const literal = /^(['`])(.*)\1/.exec(argument)
	if (literal !== null) return [(literal[2] ?? '').replace(/\$\{[^}]+\}/, '…')]
	const constant = /^\w+$/.test(argument)
		? new RegExp(`const ${argument} = '([^']+)'`).exec(code)?.[1]
		: undefined
	if (constant !== undefined) return [constant]
	if (argument === 'prompt.message')
		return Array.from(code.matchAll(/'(Please sign in [^']+)'/g), ([, words = '']) => words)
	if (argument === 'stuckTitles[reached.at]')
		return Array.from(code.matchAll(/: '([^']+Please contact support\.)'/g), ([, words = '']) => words)
	const either = /^[^?]+ \? '([^']+)' : '([^']+)'$/.exec(argument)
	if (either !== null) return either.slice(1)
	// What the server says, or words of our own if it says nothing.
	const otherwise = /^[\w.]+ \?\? (\w+)$/.exec(argument)?.[1]
	if (otherwise !== undefined) return wordsOf(otherwise, code)
	// The argument is a parameter of a function. The function's callers are read as well.
	if (['title', 'errorTitle'].includes(argument) || argument.startsWith('title:')) return []
	throw new Error(`a toast says ${argument}, which this test cannot read`)
}
