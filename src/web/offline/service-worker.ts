import page from './offline-page.html?raw'
import worker from './service-worker.js?raw'
import { offlineWords } from './words.ts'

/** `/service-worker.js`, with the page it gives within it: one file, and no store that could come to hold anything else. */
export function loader() {
	const filled = Object.entries(places)
		.reduce((text, [place, words]) => text.replaceAll(place, words), page)
		.replaceAll(/\n\s*/g, '\n')
	const code = worker.replace("'__OFFLINE_PAGE__'", () => JSON.stringify(filled))
	return new Response(code, { headers: { 'content-type': 'text/javascript; charset=utf-8' } })
}

const places = {
	__TITLE__: offlineWords.title,
	__SAYS__: offlineWords.says,
	__RETRY__: offlineWords.retry,
	__BUSY__: offlineWords.busy,
	__STILL_AWAY__: offlineWords.stillAway,
}
