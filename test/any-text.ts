import fc from 'fast-check'

const character = fc.nat({ max: 0x10ffff }).map((point) => String.fromCodePoint(point))

/**
 * Makes texts of any characters, like fast-check’s unit `binary`. That unit first takes two seconds to make a table of
 * characters.
 */
export function anyText(maxLength: number): fc.Arbitrary<string> {
	return fc.string({ unit: character, maxLength })
}
