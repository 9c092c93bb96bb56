import { z } from 'zod'
import { encodePassword, hasRawPassword } from './password-in-url.ts'

/** An S3-compatible bucket, for the private files or for backups. */
export interface BucketSettings {
	/** Scheme, host and port of the service. */
	endpoint: string
	bucket: string
	/** The prefix of every name in the bucket; empty, or ending with a slash. */
	prefix: string
	region: string
	accessKeyId: string
	secretAccessKey: string
}

const form = 's3://KEY:SECRET@host/bucket?region=eu-west-2'

/** The address of a bucket with its keys. */
export const bucketUrl = z.string().transform((value, context): BucketSettings => {
	if (hasRawPassword(value)) {
		context.addIssue(encodePassword)
		return z.NEVER
	}
	const url = URL.canParse(value) ? new URL(value) : undefined
	const [bucket = '', ...folders] = url?.pathname.slice(1).split('/').filter(Boolean) ?? []
	const isS3 = url?.protocol === 's3:' || url?.protocol === 's3+http:'
	if (url === undefined || !isS3 || url.host === '' || !url.username || !url.password || bucket === '') {
		context.addIssue(`must be an address of the form ${form}`)
		return z.NEVER
	}
	return {
		endpoint: `${url.protocol === 's3:' ? 'https' : 'http'}://${url.host}`,
		bucket: decodeURIComponent(bucket),
		prefix: folders.map((folder) => `${decodeURIComponent(folder)}/`).join(''),
		region: url.searchParams.get('region') ?? 'us-east-1',
		accessKeyId: decodeURIComponent(url.username),
		secretAccessKey: decodeURIComponent(url.password),
	}
})
