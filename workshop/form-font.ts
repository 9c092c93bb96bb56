import type { PDFDocument, PDFRef } from '@cantoo/pdf-lib'

const firstCode = 32
const lastCode = 255

/**
 * Embeds a TrueType font as a simple font with the Western European encoding. The whole font is embedded, because any letter may
 * be typed into a field. Returns a reference to the font.
 */
export function embedFormFont({ context }: PDFDocument, name: string, file: Uint8Array): PDFRef {
	const font = readTrueType(file)
	const toThousandths = (value: number) => Math.round((value * 1000) / font.unitsPerEm)
	const descriptor = context.register(
		context.obj({
			Type: 'FontDescriptor',
			FontName: name,
			Flags: 32,
			FontBBox: font.box.map(toThousandths),
			ItalicAngle: 0,
			Ascent: toThousandths(font.ascent),
			Descent: toThousandths(font.descent),
			CapHeight: toThousandths(font.ascent),
			StemV: 80,
			FontFile2: context.register(context.flateStream(file, { Length1: file.length })),
		}),
	)
	const codes = Array.from({ length: lastCode - firstCode + 1 }, (_, index) => firstCode + index)
	return context.register(
		context.obj({
			Type: 'Font',
			Subtype: 'TrueType',
			BaseFont: name,
			FirstChar: firstCode,
			LastChar: lastCode,
			Widths: codes.map((code) => toThousandths(font.widthOf(unicodeOf(code)))),
			Encoding: 'WinAnsiEncoding',
			FontDescriptor: descriptor,
			ToUnicode: context.register(context.flateStream(unicodeMap(codes))),
		}),
	)
}

function unicodeOf(code: number): number {
	return new TextDecoder('windows-1252').decode(Uint8Array.of(code)).codePointAt(0) ?? 0
}

/** Returns the map from codes to Unicode characters. Programs use it to copy typed text and to read it aloud. */
function unicodeMap(codes: readonly number[]): string {
	const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')
	const lines = codes.map((code) => `<${hex(code, 2)}> <${hex(unicodeOf(code), 4)}>`)
	// At most 100 in a block.
	const blocks = [lines.slice(0, 100), lines.slice(100, 200), lines.slice(200)].map((block) =>
		[`${block.length} beginbfchar`, ...block, 'endbfchar'].join('\n'),
	)
	return [
		'/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
		'/CMapName /Latin def /CMapType 2 def',
		'1 begincodespacerange <00> <ff> endcodespacerange',
		...blocks,
		'endcmap CMapName currentdict /CMap defineresource pop end end',
	].join('\n')
}

interface TrueType {
	unitsPerEm: number
	ascent: number
	descent: number
	/** Left, bottom, right and top of the box that holds every letter. */
	box: number[]
	widthOf: (unicode: number) => number
}

function readTrueType(file: Uint8Array): TrueType {
	const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
	const tables = new Map<string, number>()
	for (let index = 0; index < view.getUint16(4); index += 1) {
		const entry = 12 + index * 16
		tables.set(String.fromCharCode(...file.subarray(entry, entry + 4)), view.getUint32(entry + 8))
	}
	const table = (name: string): number => {
		const offset = tables.get(name)
		if (offset === undefined) throw new Error(`The font has no table ${name}`)
		return offset
	}
	const [head, hhea, hmtx] = [table('head'), table('hhea'), table('hmtx')]
	const widths = view.getUint16(hhea + 34)
	const glyphOf = readCharacterMap(view, table('cmap'))
	return {
		unitsPerEm: view.getUint16(head + 18),
		ascent: view.getInt16(hhea + 4),
		descent: view.getInt16(hhea + 6),
		box: [36, 38, 40, 42].map((offset) => view.getInt16(head + offset)),
		// The last width applies to all glyphs after it.
		widthOf: (unicode) => view.getUint16(hmtx + 4 * Math.min(glyphOf(unicode), widths - 1)),
	}
}

/** Reads the map from Unicode to glyphs (format 4, which every font has). */
function readCharacterMap(view: DataView, cmap: number): (unicode: number) => number {
	const subtables = Array.from(
		{ length: view.getUint16(cmap + 2) },
		(_, index) => cmap + view.getUint32(cmap + 8 + index * 8),
	)
	const map = subtables.find((offset) => view.getUint16(offset) === 4)
	if (map === undefined) throw new Error('The font has no character map of format 4')
	const segments = view.getUint16(map + 6) / 2
	const [ends, starts] = [map + 14, map + 16 + segments * 2]
	const [deltas, ranges] = [starts + segments * 2, starts + segments * 4]
	return (unicode) => {
		let segment = 0
		while (view.getUint16(ends + segment * 2) < unicode) segment += 1
		const start = view.getUint16(starts + segment * 2)
		if (unicode < start) return 0
		const delta = view.getUint16(deltas + segment * 2)
		const range = view.getUint16(ranges + segment * 2)
		if (range === 0) return (unicode + delta) & 0xffff
		const glyph = view.getUint16(ranges + segment * 2 + range + (unicode - start) * 2)
		return glyph === 0 ? 0 : (glyph + delta) & 0xffff
	}
}
