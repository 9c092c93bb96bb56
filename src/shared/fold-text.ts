/**
 * Returns a text in the form in which typed text is searched: small letters without accents, letters that few keyboards have in
 * their usual spelling (ł as l, ø as o, ß as ss), straight apostrophes and quotation marks, plain hyphens, and nothing invisible.
 * The function `shop.fold_for_search` of the database does the same.
 */
export function foldText(text: string): string {
	return text
		.replace(/[`´‘’‚‛ʹʻʼʽˈ′‵]/g, "'")
		.normalize('NFKD')
		.replace(marks, '')
		.replace(/[“”„‟«»]/g, '"')
		.replace(/[‐‒–—―−]/g, '-')
		.toLowerCase()
		.replace(/[øđðłħŧıςßæœþ]/g, (letter) => usualSpelling[letter] ?? letter)
}

// Accents, the vowel marks of Hebrew and Arabic, and characters without width.
const marks =
	// biome-ignore lint/suspicious/noMisleadingCharacterClass: the marks are meant alone
	/[\u00ad\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u2060\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f\ufeff]/g

const usualSpelling: Readonly<Record<string, string>> = {
	ø: 'o',
	đ: 'd',
	ð: 'd',
	ł: 'l',
	ħ: 'h',
	ŧ: 't',
	ı: 'i',
	ς: 'σ',
	ß: 'ss',
	æ: 'ae',
	œ: 'oe',
	þ: 'th',
}
