import { packArchive, unpackArchive } from '../archive.ts'
import { chartDescriptions } from './dashboard-charts.ts'

/** Adds a name, alternative text and British English to each chart, which the library does not support. */
export function describeCharts(bytes: Uint8Array): Uint8Array {
	const decoder = new TextDecoder()
	const encoder = new TextEncoder()
	return packArchive(
		unpackArchive(bytes).map((entry) => {
			const change = changeOf(entry.name)
			if (change === undefined) return entry
			return { name: entry.name, bytes: encoder.encode(change(decoder.decode(entry.bytes))) }
		}),
	)
}

function changeOf(name: string): ((xml: string) => string) | undefined {
	if (name.startsWith('xl/charts/chart'))
		return (xml) => xml.replace('<c:lang val="en-US"/>', '<c:lang val="en-GB"/>')
	if (name.startsWith('xl/drawings/drawing')) return withDescriptions
	return undefined
}

function withDescriptions(xml: string): string {
	const charts = [...chartDescriptions]
	const described = xml.replace(/(<xdr:cNvPr id="\d+") name="Chart \d+"/g, (_, start: string) => {
		const chart = charts.shift()
		if (chart === undefined) throw new Error('a chart has no description')
		return `${start} name="${chart.name}" descr="${chart.text}"`
	})
	if (charts.length > 0) throw new Error('a description has no chart')
	return described
}
