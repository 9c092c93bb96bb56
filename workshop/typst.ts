import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { rootDir } from '../scripts/setup/run.mjs'
import type { PageMedium } from './recipe.ts'

const require = createRequire(import.meta.url)
const fontPackages = ['@expo-google-fonts/bricolage-grotesque', '@expo-google-fonts/source-serif-4']

let compiler: NodeCompiler | undefined

/**
 * Compiles a Typst file to a tagged PDF (PDF/UA-1). The same source and inputs (`sys.inputs`) give the same bytes. The path
 * is relative to the root of the clone.
 */
export function compilePdf(
	source: string,
	medium: PageMedium,
	inputs: Record<string, string> = {},
): Uint8Array {
	const typst = theCompiler()
	const compiled = typst.compile({
		mainFilePath: join(rootDir, source),
		inputs: { ...inputs, ...drawOpening(source, medium), medium },
	})
	if (compiled.hasError() || compiled.result === null) {
		compiled.printErrors()
		throw new Error(`${source} does not compile`)
	}
	compiled.printDiagnostics()
	return new Uint8Array(typst.pdf(compiled.result, { pdfStandard: 'ua-1' }))
}

/** Draws the page that the cover shows (`opening-page` in `workshop/design/guide.typ`), if the source has one. */
function drawOpening(source: string, medium: PageMedium): Record<string, string> {
	const mainFilePath = join(rootDir, source)
	if (!/^#(let|import).*\bopening\b/m.test(readFileSync(mainFilePath, 'utf8'))) return {}
	return { opening: theCompiler().plainSvg({ mainFilePath, inputs: { part: 'opening', medium } }) }
}

/** Draws the cover of a guide as an SVG picture, in the shape of a phone. */
export function drawCover(source: string): string {
	const mainFilePath = join(rootDir, source)
	const inputs = { ...drawOpening(source, 'phone'), medium: 'phone', part: 'cover' }
	return theCompiler().plainSvg({ mainFilePath, inputs })
}

/** Compiles a guide's source to HTML, without cover and page layout (`on-screen` in `workshop/design/guide.typ`). */
export function compileHtml(source: string): string {
	// The compiler warns about every drawing in the guide, because HTML has none. `readChapters` notices if a chapter loses text.
	const compiled = theCompiler().tryHtml({
		mainFilePath: join(rootDir, source),
		inputs: { medium: 'screen' },
	})
	if (compiled.hasError() || compiled.result === null) {
		compiled.printErrors()
		throw new Error(`${source} does not compile to HTML`)
	}
	return compiled.result.html()
}

function theCompiler(): NodeCompiler {
	compiler ??= NodeCompiler.create({
		workspace: rootDir,
		fontArgs: [{ fontPaths: fontPackages.map((name) => dirname(require.resolve(`${name}/package.json`))) }],
	})
	return compiler
}
