declare module 'word-extractor' {
	/** The part of the package that we use. The package has no types of its own. */
	class WordExtractor {
		extract(source: Buffer): Promise<{ getBody(): string }>
	}
	export = WordExtractor
}
