import { randomInt } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { type Member, makeMember } from './people.ts'
import { comeBackAs } from './sign-in.ts'
import type { Scene } from './toasts/row.ts'
import { toastTable } from './toasts/table.ts'

for (const row of toastTable) {
	test(`“${row.says}”: ${row.when}`, async ({ page, shop, narrowShop, allow }) => {
		if (row.console !== undefined) allow(row.console)
		const references = refusals(page)
		const scene = setScene()
		await row.cause(scene)

		const words = row.adds instanceof RegExp ? expect.stringMatching(row.adds) : (row.adds ?? '')
		const quotes = row.quotes !== undefined
		const expected = { kind: row.kind, says: row.says, words, contact: quotes, polite: true }
		let reference: string | undefined
		await expect
			.poll(async () => {
				const shown = await shownToasts(page)
				reference = shown.find(({ says }) => says === row.says)?.reference ?? reference
				return shown.map(({ reference: _, ...rest }) => rest)
			})
			.toContainEqual(expected)
		if (quotes) expect(references()).toContain(reference)
		else expect(reference).toBeUndefined()
		await row.goOn(scene)

		function setScene(): Scene {
			let known: Member | undefined
			let at = shop
			return {
				page,
				shop,
				newMember: async () => {
					known = await makeMember(at)
					return known
				},
				narrow: async () => {
					at = await narrowShop()
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
		}
	})
}

/** The references of every refused call of the page from now on. */
function refusals(page: Page): () => string[] {
	const references: string[] = []
	page.on('response', (answer) => {
		const reference = answer.headers()['x-request-id']
		if (answer.status() >= 400 && reference !== undefined) references.push(reference)
	})
	return () => references
}

/** The toasts as they stand, read at one moment: each is gone a few seconds later. */
async function shownToasts(page: Page) {
	return await page.locator('[data-sonner-toast]').evaluateAll((toasts) =>
		toasts.map((toast) => {
			const description = toast.querySelector('[data-description]')
			const lines = Array.from(description?.querySelectorAll('span') ?? [], ({ textContent }) => textContent)
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
			}
		}),
	)
}

test('the table has every toast the pages’ code can say, and no other', async () => {
	const root = fileURLToPath(new URL('../src/web', import.meta.url))
	const files = (await readdir(root, { recursive: true })).filter(
		(file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
	)
	const said = new Set<string>()
	for (const file of files) {
		const code = await readFile(join(root, file), 'utf8')
		for (const [, first] of code.matchAll(/\btoast(?:Failure|\.(?:error|success|info))\(\s*([^,)]+)/g)) {
			if (first !== undefined) for (const words of wordsOf(first, code)) said.add(words)
		}
	}
	const table = toastTable.map(({ says }) =>
		says.replace(/^CV Secrets is/, '… is').replace(/! .* is/, '! … is'),
	)
	expect([...said].toSorted()).toEqual([...new Set(table)].toSorted())
})

/** The words a toast's first argument stands for: written there, or elsewhere in the same file. */
function wordsOf(argument: string, code: string): string[] {
	const literal = /^(['`])(.*)\1/.exec(argument)
	if (literal !== null) return [(literal[2] ?? '').replace(/\$\{[^}]+\}/, '…')]
	if (argument === 'gate.words')
		return Array.from(code.matchAll(/'(Please sign in [^']+)'/g), ([, words = '']) => words)
	if (argument.startsWith('stuckWords['))
		return Array.from(code.matchAll(/: '([^']+Please contact support\.)'/g), ([, words = '']) => words)
	if (argument === 'title' || argument.startsWith('title:')) return []
	throw new Error(`a toast says ${argument}, which this test cannot read`)
}
