// The package has no types. These are the parts that `bucket.ts` uses.
declare module '@20minutes/s3rver' {
	interface Options {
		address: string
		port: number
		silent: boolean
		directory: string
		configureBuckets: { name: string }[]
	}

	// biome-ignore lint/style/noDefaultExport: the package has a default export
	export default class S3rver {
		constructor(options: Options)
		run(): Promise<{ port: number }>
		close(): Promise<void>
	}
}
