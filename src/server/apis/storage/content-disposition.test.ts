import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contentDisposition } from '#server/apis/storage/content-disposition.ts'
import { anyText } from '#test/any-text.ts'

const pdf = (wanted: string | null) => contentDisposition('StudentGuide.pdf', 'application/pdf', wanted)

test('a PDF is displayed, a ZIP is saved', () => {
	expect(pdf(null)).toBe(`inline; filename="StudentGuide.pdf"; filename*=UTF-8''StudentGuide.pdf`)
	expect(contentDisposition('CV.zip', 'application/zip', null)).toBe(
		`attachment; filename="CV.zip"; filename*=UTF-8''CV.zip`,
	)
})

test.each([
	['', 'StudentGuide.pdf', 'StudentGuide.pdf'],
	['My guide.pdf', 'My guide.pdf', 'My%20guide.pdf'],
	['My guide', 'My guide.pdf', 'My%20guide.pdf'],
	['résumé–€.pdf', 'r_sum___.pdf', 'r%C3%A9sum%C3%A9%E2%80%93%E2%82%AC.pdf'],
	// The official client encodes the name twice. Here it has been decoded once.
	['r%C3%A9sum%C3%A9.pdf', 'r_sum_.pdf', 'r%C3%A9sum%C3%A9.pdf'],
	['100%.pdf', '100_.pdf', '100%25.pdf'],
	['a\r\nSet-Cookie: x=1', 'aSet-Cookie_ x=1.pdf'.replace('=', '_'), 'aSet-Cookie_%20x%3D1.pdf'],
	['a";filename=evil.exe', 'a__filename_evil.exe.pdf', 'a_%3Bfilename%3Devil.exe.pdf'],
	['\u202Efdp.exe', 'fdp.exe.pdf', 'fdp.exe.pdf'],
	['../../etc/passwd', '_.._etc_passwd.pdf', '_.._etc_passwd.pdf'],
	['C:\\evil.pdf', 'C__evil.pdf', 'C__evil.pdf'],
	['\uD800.pdf', '_.pdf', '_.pdf'],
	["it's (1)!.pdf", 'it_s (1)_.pdf', 'it%27s%20%281%29%21.pdf'],
])('%j is saved under a safe name', (wanted, plain, encoded) => {
	expect(pdf(wanted)).toBe(`attachment; filename="${plain}"; filename*=UTF-8''${encoded}`)
})

test('the header is one well-formed ASCII line, whatever the requested name', () => {
	const wanted = fc.oneof(anyText(400), fc.string({ unit: 'grapheme', maxLength: 5_000 }))
	fc.assert(
		fc.property(wanted, (name) => {
			expect(pdf(name)).toMatch(
				/^attachment; filename="[A-Za-z0-9 ._()-]+"; filename\*=UTF-8''[A-Za-z0-9._~%-]+$/,
			)
			expect(pdf(name).length).toBeLessThan(2_500)
		}),
	)
})
