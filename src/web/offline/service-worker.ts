import { inXml } from '#shared/in-xml.ts'
import { shopName } from '#web/site/site-settings.ts'
import page from './offline-page.html?raw'
import worker from './service-worker.js?raw'

/** Serves `/service-worker.js` with the offline page inside it, so that the worker needs no cache. */
export function loader() {
	const small = page.replaceAll('__SHOP__', () => inXml(shopName())).replaceAll(/\n\s*/g, '\n')
	const code = worker.replace("'__OFFLINE_PAGE__'", () => JSON.stringify(small))
	return new Response(code, { headers: { 'content-type': 'text/javascript; charset=utf-8' } })
}
