/** Writes the size of a file in words: `412345` as "412 kB" and `2400000` as "2.4 MB". */
export function formatBytes(bytes: number): string {
	return bytes < 1_000_000
		? `${Math.max(1, Math.round(bytes / 1000))} kB`
		: `${(bytes / 1_000_000).toFixed(1)} MB`
}
