import type { PlantedBug } from '../planted-bug.ts'

export const storageBugs: readonly PlantedBug[] = [
	{
		name: 'storage/range-honoured-on-head',
		file: 'src/server/apis/storage/download.ts',
		find: "request.method === 'GET' && !isPacked ? readByteRange(",
		replace: "request.method !== 'POST' && !isPacked ? readByteRange(",
		why: 'A HEAD request with a range returns the size of the part, which download managers use as the size of the file.',
		noticedBy: ['src/server/apis/storage/storage.test.ts'],
	},
	{
		name: 'storage/if-range-accepts-newer-files',
		file: 'src/server/platform/http/ranges-and-conditions.ts',
		find: 'Date.parse(ifRange) === lastModified.getTime()',
		replace: 'Date.parse(ifRange) <= lastModified.getTime()',
		why: 'A download resumed after a new edition is half the old file and half the new one.',
		noticedBy: ['src/server/platform/http/ranges-and-conditions.test.ts'],
	},
	{
		name: 'storage/same-edition-removed-after-upload',
		file: 'src/server/apis/storage/upload.ts',
		find: 'if (before !== undefined && before !== sha256)',
		replace: 'if (before !== undefined)',
		why: 'Uploading the same file again deletes it.',
		noticedBy: ['src/server/apis/storage/upload.test.ts'],
	},
	{
		name: 'storage/removed-edition-not-deleted',
		file: 'src/server/apis/storage/remove-objects.ts',
		find: 'where bucket_id = ${bucket} and name = ${name} and sha256 = ${sha256}`,',
		replace: 'where bucket_id = ${bucket} and name = ${name}`,',
		why: 'The file of a removed edition stays in the store for ever if a newer edition was added.',
		noticedBy: ['src/server/apis/storage/upload-races.test.ts'],
	},
	{
		name: 'storage/downloads-recorded-once-for-all-users',
		file: 'src/server/apis/storage/record-download.ts',
		find: '`${person}/${name}/${sha256}/',
		replace: '`${name}/${sha256}/',
		why: 'If several users download a file within ten minutes, only the first sees it among their downloads.',
		noticedBy: ['src/server/apis/storage/record-download.test.ts'],
	},
	{
		name: 'storage/search-matches-only-the-start',
		file: 'src/server/apis/storage/list-objects.ts',
		find: 'in lower(name)) > 0',
		replace: 'in lower(name)) = 1',
		why: 'A search does not find files by a word in the middle of their name.',
		noticedBy: ['src/server/apis/storage/service-role.test.ts'],
	},
	{
		name: 'storage/slot-not-released-if-the-lock-fails',
		file: 'src/server/shop/files/file-lock.ts',
		find: `.catch((error) => {
			connections -= 1
			throw error`,
		replace: `.catch((error) => {
			throw error`,
		why: 'After three lost connections no upload works until the server is restarted.',
		noticedBy: ['src/server/shop/files/file-lock.test.ts'],
	},
	{
		name: 'storage/cache-size-counts-removed-files',
		file: 'src/server/adapters/files/cached-store.ts',
		find: 'held -= kept.get(name)?.bytes.length ?? 0\n\t\tkept.delete(name)',
		replace: 'kept.delete(name)',
		why: 'After enough new editions the cache counts as full and stores nothing.',
		noticedBy: ['src/server/adapters/files/file-store.test.ts'],
	},
	{
		name: 'storage/damaged-goods-trusted',
		file: 'src/server/features/editions/load-goods.ts',
		find: 'if (file.modifiedAt <= known.updated_at) return true',
		replace: 'if (file.modifiedAt >= known.updated_at) return true',
		why: 'A damaged file in the store is served to buyers, and every intact one is read in full at each start.',
		noticedBy: ['src/server/features/editions/load-goods.test.ts'],
	},
]
