// `node test/official/storage.mjs <clone> [pattern]` runs storage-js's own tests against this shop, and those that need no server too. `<clone>` is a clone of
// supabase/supabase-js, with or without a work tree. No copy of the tests is kept here. The set-up is adapted: the address and key,
// the name of our one bucket, and the type of its files, which is PDF.
import { edit, runSuite } from './run-suite.mjs'

const suite = '(globalThis as any).officialSuite'

runSuite({
	folder: 'packages/core/storage-js',
	setup: 'open-storage.ts',
	include: ['test/**/*.{test,spec}.ts'],
	// These load the client's sources by `require`, which can't load TypeScript here. They need no server.
	exclude: ['test/exports.test.ts'],
	pattern:
		'^(?!.*(Body Payload|throws non-StorageError|constructs query string|handles empty options|auto-detects stream))',
	adapt: (folder) => {
		edit(folder, 'test/storageFileApi.test.ts', (text) =>
			text
				.replace(/^const URL = .*$/m, `const URL: string = ${suite}.url`)
				.replace(/^const KEY =\s*'.*'$/m, `const KEY: string = ${suite}.secretKey`)
				.replace(
					/^const newBucket = [\s\S]*?^}/m,
					`const newBucket = async (..._: unknown[]) => { await ${suite}.empty(); return 'pdfs' }`,
				)
				.replace(
					/^const findOrCreateBucket = [\s\S]*?^}/m,
					`const findOrCreateBucket = async (..._: unknown[]) => 'pdfs'`,
				)
				.replaceAll("'bucket-move'", "'pdfs'")
				.replaceAll(/(\{Date\.now\(\)\})\.(jpg|txt)`/g, '$1.pdf`')
				.replaceAll(/uploadPath \+ (suffix|v)\b/g, "uploadPath.replace('.pdf', $1 + '.pdf')"),
		)
		for (const name of ['sadcat.jpg', 'file.txt', 'file-2.txt'])
			edit(folder, `test/fixtures/upload/${name}`, () => `%PDF-1.7 ${name}`)
	},
})
