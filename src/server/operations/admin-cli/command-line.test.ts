import { expect, test } from 'vitest'
import { z } from 'zod'
import { commands } from '#server/operations/admin-cli/commands.ts'
import { readCall } from '#server/operations/admin-cli/run-command.ts'
import { wrapped } from '#server/operations/admin-cli/table.ts'

test('long lines are broken between words', () => {
	expect(wrapped('  one two  three', 9)).toBe('  one two\n  three')
	expect(wrapped('abcdefghijkl mn', 5)).toBe('abcdefghijkl\nmn')
	expect(wrapped('', 5)).toBe('')
})

test('a wrong command line is refused, and the message says what is wrong', () => {
	const wrong: [string, string[], RegExp][] = [
		['find', [], /<email, receipt or id> is missing/],
		['find', ['a', 'b'], /“b” is one argument too many/],
		['find', ['a', '--all'], /--all/],
		['returned', ['HS-000001', '--by', 'Ada'], /--reason is missing/],
		['sales', ['--by', 'Ada'], /--by/],
		['refund', ['HS-000001', '--amount', '-5', '--by', 'Ada'], /^--amount needs a value, .* are positive\.$/],
		['refund', ['HS-000001', '--by', 'Ada', '--amount'], /^--amount needs a value/],
		['refund', ['HS-000001', '--by', 'Ada', '--yes=1'], /^--yes takes no value\.$/],
	]
	for (const [name, argv, says] of wrong) {
		const command = commands[name]
		if (command === undefined) throw new Error(`there is no ${name}`)
		expect(() => readCall(command, argv), name).toThrow(says)
	}
})

test('the shape of each command’s --json output matches the snapshot', async () => {
	const shapes = Object.entries(commands).map(([name, { shape }]) => [name, z.toJSONSchema(shape)])
	const file = `${JSON.stringify(Object.fromEntries(shapes), null, '\t')}\n`
	await expect(file).toMatchFileSnapshot('output-shapes.snap')
})
