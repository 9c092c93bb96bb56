declare module 'subset-font' {
	// biome-ignore lint/style/noDefaultExport: the package has a default export, https://github.com/papandreou/subset-font#api
	export default function subsetFont(
		font: Buffer,
		text: string,
		options: {
			targetFormat: 'sfnt' | 'woff' | 'woff2'
			keepFeatures?: string[]
			variationAxes?: Record<string, number | { min: number; max: number }>
			noHinting?: boolean
		},
	): Promise<Buffer>
}
