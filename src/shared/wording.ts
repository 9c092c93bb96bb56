// How counts, sizes and durations are written on screens, in emails and in terminals.

/** Writes a count with its noun, such as "1 sale" or "1,200 sales". */
export function counted(count: number, noun: string): string {
	return `${count.toLocaleString('en-GB')} ${noun}${count === 1 ? '' : 's'}`
}

/** Returns the text with a capital first letter. */
export function capitalised(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Writes the size of a file in words: `412345` as "412 kB" and `2400000` as "2.4 MB". */
export function formatBytes(bytes: number): string {
	return bytes < 1_000_000
		? `${Math.max(1, Math.round(bytes / 1000))} kB`
		: `${(bytes / 1_000_000).toFixed(1)} MB`
}

/** Returns a duration in words, such as “10 minutes” or “an hour”. */
export function durationInWords(minutes: number): string {
	if (minutes % 60 !== 0) return `${minutes} minutes`
	return minutes === 60 ? 'an hour' : `${minutes / 60} hours`
}

/** Formats a rating as cards show it, such as "4.6 from 12 reviews". */
export function ratingText({ average, count }: { average: number; count: number }): string {
	return `${average.toFixed(1)} from ${counted(count, 'review')}`
}
