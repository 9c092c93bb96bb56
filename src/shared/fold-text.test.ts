import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { foldText } from '#shared/fold-text.ts'
import { createTestDatabase, type TestDatabase } from '#test/database.ts'
import { runStatement } from '#test/run-statement.ts'

let database: TestDatabase
beforeAll(async () => {
	database = await createTestDatabase(inject('databaseUrl'))
})
afterAll(async () => await database.drop())

async function foldInDatabase(texts: readonly string[]): Promise<unknown[]> {
	const list = texts.map((text) => `'${text.replaceAll("'", "''")}'`).join(', ')
	const rows = await runStatement(
		database.ownerUrl,
		`select shop.fold_for_search(written) as folded from unnest(array[${list}]) with ordinality t (written, n) order by n`,
	)
	return rows.map(({ folded }) => folded)
}

const spellings: [typed: string, folded: string][] = [
	['José Núñez', 'jose nunez'],
	['José Núñez'.normalize('NFD'), 'jose nunez'],
	['JOSÉ NÚÑEZ', 'jose nunez'],
	['Ｊｏｓｅ', 'jose'],
	['Søren Ægir Þór', 'soren aegir thor'],
	['ŁUKASZ Đorđe Weiß STRAẞE', 'lukasz dorde weiss strasse'],
	['Nguyễn Văn Ổi', 'nguyen van oi'],
	['Işık İnan', 'isik inan'],
	['Siân O’Brien', "sian o'brien"],
	['O‘Brien O`Brien O´Brien OʼBrien', "o'brien o'brien o'brien o'brien"],
	['Anne‑Marie – “CV”', 'anne-marie - "cv"'],
	['Δημήτρης Юлия', 'δημητρησ юлия'],
	['مُحَمَّد', 'محمد'],
	['so\u00adft\u200b', 'soft'],
	['100% sure_ \\', '100% sure_ \\'],
	['', ''],
]

test.each(spellings)('%s is searched as %s', (typed, folded) => {
	expect(foldText(typed)).toBe(folded)
})

test('the database folds every spelling in the same way', async () => {
	expect(await foldInDatabase(spellings.map(([typed]) => typed))).toEqual(
		spellings.map(([, folded]) => folded),
	)
})

test('the database folds every letter and mark of European scripts, and all punctuation, in the same way', async () => {
	const ranges = [
		[0x20, 0x24f],
		[0x2b0, 0x377],
		[0x384, 0x38a],
		[0x38e, 0x3a1],
		[0x3a3, 0x52f],
		[0x1e00, 0x1eff],
		[0x2010, 0x2027],
		[0x2030, 0x205e],
		[0xfb00, 0xfb06],
		[0xff01, 0xff5e],
	] as const
	const letters = ranges.flatMap(([from, to]) =>
		Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index)),
	)
	expect(await foldInDatabase(letters)).toEqual(letters.map(foldText))
})

test('folding a folded text changes nothing', () => {
	for (const [, folded] of spellings) expect(foldText(folded)).toBe(folded)
})
