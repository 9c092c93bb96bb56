// The package brings no types: what `bucket.ts` uses of it.
declare module '@20minutes/s3rver' {
	interface Options {
		address: string
		port: number
		silent: boolean
		directory: string
		configureBuckets: { name: string }[]
	}

	// biome-ignore lint/style/noDefaultExport: so the package has it
	export default class S3rver {
		constructor(options: Options)
		run(): Promise<{ port: number }>
		close(): Promise<void>
	}
}
