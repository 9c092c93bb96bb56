import { expect, test } from 'vitest'
import { bucketUrl } from './bucket-url.ts'

const read = (value: string) => bucketUrl.safeParse(value)

test('reads service, bucket, folder, region and percent-encoded keys from an address', () => {
	expect(read('s3://KEY:a%2Fb%2Bc@s3.eu-west-2.amazonaws.com/guides/shop?region=eu-west-2').data).toEqual({
		endpoint: 'https://s3.eu-west-2.amazonaws.com',
		bucket: 'guides',
		prefix: 'shop/',
		region: 'eu-west-2',
		accessKeyId: 'KEY',
		secretAccessKey: 'a/b+c',
	})
})

test('s3+http:// names a service without TLS, and the region has a default', () => {
	expect(read('s3+http://key:secret@127.0.0.1:9000/guides').data).toMatchObject({
		endpoint: 'http://127.0.0.1:9000',
		prefix: '',
		region: 'us-east-1',
	})
})

test.each([
	'https://key:secret@host/bucket',
	's3://host/bucket',
	's3://key@host/bucket',
	's3://key:secret@host',
	's3:///bucket',
	'guides',
])('rejects %s, and the error does not repeat it', (value) => {
	const { error } = read(value)
	expect(error?.issues[0]?.message).toMatch(/must be an address of the form/)
	expect(error?.issues[0]?.message).not.toContain('key:secret')
})
