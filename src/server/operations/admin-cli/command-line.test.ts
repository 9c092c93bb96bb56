import { expect, test } from 'vitest'
import { operations } from '#server/features/operations.ts'
import { formerCommands } from '#server/operations/admin-cli/former-commands.ts'
import { wrapped } from '#server/operations/admin-cli/table.ts'
import { fieldsOf, positionalFields } from './fields.ts'
import { findCommand } from './find-command.ts'
import { helpOf, usage } from './help.ts'
import { readLine } from './read-line.ts'

const id = '16fd43c0-15b6-43cb-839e-f119c73d9f5b'

async function read(...argv: string[]) {
	const command = await findCommand(argv)
	if (command === undefined) throw new Error(`there is no ${argv[0]}`)
	return { name: command.name, ...readLine(command.operation, command.argv) }
}

test('long lines are broken between words', () => {
	expect(wrapped('  one two  three', 9)).toBe('  one two\n  three')
	expect(wrapped('abcdefghijkl mn', 5)).toBe('abcdefghijkl\nmn')
	expect(wrapped('', 5)).toBe('')
})

test('a wrong command line is refused, and the message says what is wrong', async () => {
	const wrong: [string[], RegExp][] = [
		[['customer'], /<customer> is missing/],
		[['customer', 'a', 'b'], /“b” is one argument too many/],
		[['customer', 'a', '--all'], /--all/],
		[['record-refund', 'HS-000001', '--by', 'Ada'], /--reason is missing/],
		[['refund', 'HS-000001', '--reason', 'x'], /--by "Ada"/],
		[['retry-jobs', '--by', ' '], /--by "Ada"/],
		[['sales', '--by', 'Ada'], /--by/],
		[['upload-edition', '1', '--by', 'Ada'], /<file> is missing/],
		[['upload-edition', '1', 'guide.pdf'], /--by "Ada"/],
		[['save-document', 'page', 'about', '1', '{', '--by', 'Ada'], /--content takes JSON/],
		[['refund', 'HS-000001', '--amount', '-5', '--by', 'Ada'], /^--amount needs a value, .* are positive\.$/],
		[['refund', 'HS-000001', '--by', 'Ada', '--amount'], /^--amount needs a value/],
		[['refund', 'HS-000001', '--by', 'Ada', '--yes=1'], /^--yes takes no value\.$/],
		[['ban', 'a@b.test', '--by', 'Ada'], /<days> is missing/],
	]
	for (const [argv, says] of wrong) await expect(read(...argv), argv.join(' ')).rejects.toThrow(says)
	for (const amount of ['0', '-1', '1.5', '5,00', 'all', '1e3'])
		await expect(read('refund', 'HS-1', `--amount=${amount}`), amount).rejects.toThrow('not an amount')
})

test('arguments and options become the input of the operation', async () => {
	const act = ['--by', 'Ada', '--reason', 'x']
	expect(await read('refund', 'HS-1', '--amount', '5.00', '--product', 'planner', ...act)).toMatchObject({
		input: { purchase: 'HS-1', amount_pence: 500 },
		product: 'planner',
		by: 'Ada',
		reason: 'x',
	})
	expect((await read('set-price', '2', '12.99', '--from', '2026-12-01T09:00', ...act)).input).toEqual({
		product: '2',
		price_pence: 1299,
		from: '2026-12-01T09:00',
	})
	expect((await read('publish-edition', id, '--tell', ...act)).input).toEqual({ id, tell: true })
	expect((await read('publish-edition', id, ...act)).input).toEqual({ id, tell: false })
	const domains = ['--domains', 'a.test, b.test', '--domains', 'c.test']
	expect((await read('add-university', 'https://a.test', ...domains, ...act)).input.domains).toEqual([
		...['a.test', ' b.test', 'c.test'],
	])
	expect((await read('sales', '2026-10', '--limit', '7')).input).toEqual({ period: '2026-10', limit: 7 })
	expect((await read('customers', 'ada')).input).toEqual({ text: 'ada' })
	expect(await read('upload-edition', '1', 'guide.pdf', '--by', 'Ada')).toMatchObject({
		input: { product: '1' },
		file: 'guide.pdf',
	})
	expect(await read('export-sales', '30', '--to', 'sales.csv')).toMatchObject({ file: 'sales.csv' })
})

test('every operation has help, which lists each of its fields, and none has the name of a general option', () => {
	const help = usage()
	const [general, actOptions] = [
		['json', 'help'],
		['by', 'reason', 'why', 'yes', 'to'],
	]
	for (const [name, operation] of Object.entries(operations)) {
		expect(help).toContain(`\n  ${name}`)
		const own = helpOf(name, operation, false)
		expect(own).toContain(operation.does)
		const fields = fieldsOf(operation)
		const places = positionalFields(operation, fields)
		for (const field of fields) {
			const shown = places.includes(field) ? field.shows : `--${field.option}`
			expect(own, name).toContain(shown)
			expect([...general, ...(operation.kind === 'read' ? [] : actOptions)], name).not.toContain(field.option)
		}
		expect(JSON.parse(helpOf(name, operation, true))).toHaveProperty('input.type', 'object')
	}
	expect(helpOf('refund', operations.refund, false)).toMatch(
		/^npm run admin -- refund <purchase> \[--amount <amount in pounds>\] \[--product <.*>\] --by <who> --reason <why>\n/,
	)
})

test('each command of the last version is found by its name, and its arguments fit the operation', async () => {
	const act = ['--by', 'Ada']
	const typed: Record<string, [string[], object]> = {
		find: [['ada@student.test'], { name: 'customer', input: { id: 'ada@student.test' } }],
		ban: [
			['ada@student.test', '--for', '2w', '--reason', 'x', ...act],
			{ name: 'ban-customer', input: { customer: 'ada@student.test', days: 14 } },
		],
		unban: [['ada@student.test', ...act], { name: 'end-ban' }],
		held: [[], { name: 'held-purchases' }],
		release: [[id, '--reason', 'x', ...act], { name: 'release-purchase', input: { purchase: id } }],
		attach: [
			[id, 'a@b.test', '--reason', 'x', ...act],
			{ name: 'attach-purchase', input: { purchase: id, email: 'a@b.test' } },
		],
		returned: [['HS-1', '--why', 'x', ...act], { name: 'record-refund', reason: 'x' }],
		resend: [['HS-1', '--product', 'cv', ...act], { name: 'resend-receipt', product: 'cv' }],
		export: [
			['--csv', '2026-11', '--to', 'books.csv'],
			{ name: 'export-books', input: { period: '2026-11' }, file: 'books.csv' },
		],
		views: [['7'], { name: 'page-views', input: { period: '7' } }],
		waiting: [[], { name: 'release-notices' }],
		answer: [
			[id, '--text', 'Thanks', ...act],
			{ name: 'answer-review', input: { review: id, text: 'Thanks' } },
		],
		hide: [
			[id, '--reason=personal data', ...act],
			{ name: 'hide-review', input: { review: id, because: 'personal data' }, reason: undefined },
		],
		unhide: [[id, ...act], { name: 'show-review' }],
		'list-sso': [[], { name: 'universities' }],
		'add-sso': [
			['https://a.test/m', '--domains', 'a.test', ...act],
			{ name: 'add-university', input: { metadata: 'https://a.test/m', domains: ['a.test'] } },
		],
		'remove-sso': [['a.test', ...act], { name: 'remove-university', input: { university: 'a.test' } }],
		mails: [[], { name: 'refused-mails' }],
		retry: [act, { name: 'retry-jobs' }],
		rebuild: [['7', ...act], { name: 'rebuild-records', input: { days: 7 } }],
	}
	expect(Object.keys(typed).sort()).toEqual([...formerCommands.keys()].sort())
	for (const [name, [argv, expected]] of Object.entries(typed))
		expect(await read(name, ...argv), name).toMatchObject(expected)
	expect((await read('hide', id, '--why', 'advert', ...act)).input).toEqual({ review: id, because: 'advert' })
	expect((await read('rebuild', ...act)).input).toEqual({})
	expect((await read('export', '--month', '2026-11')).input).toEqual({ month: '2026-11' })
	const until = new Date(Date.now() + 2.5 * 86_400_000).toISOString().slice(0, 10)
	expect([2, 3]).toContain((await read('ban', 'a', '--until', until, ...act, '--reason', 'x')).input.days)
	for (const [wrong, says] of [
		[['--for', '30'], 'not a period such as'],
		[['--until', '2020-01-01'], 'is over'],
		[['--until', 'x'], 'not a date'],
	] as const)
		await expect(read('ban', 'a@b.test', ...wrong, ...act), wrong.join()).rejects.toThrow(says)
})
