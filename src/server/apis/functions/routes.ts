import { Hono } from 'hono'
import { confirmPayment } from '#server/apis/functions/confirm-payment.ts'
import { confirmReleaseNotice } from '#server/apis/functions/confirm-release-notice.ts'
import { createPayment } from '#server/apis/functions/create-payment.ts'
import type { FunctionOptions } from '#server/apis/functions/dependencies.ts'
import { functionNotFound } from '#server/apis/functions/errors.ts'
import { priceWithCode } from '#server/apis/functions/price-with-code.ts'
import { refundTerms, requestData, requestRefund } from '#server/apis/functions/refund-requests.ts'
import { requestRefundLink } from '#server/apis/functions/request-refund-link.ts'
import { requestReleaseNotice } from '#server/apis/functions/request-release-notice.ts'
import { showStopPage, stopEmails } from '#server/apis/functions/stop-emails.ts'
import { stripeWebhook } from '#server/apis/functions/stripe-webhook.ts'
import { mailingLists } from '#server/features/queue-mailings.ts'
import { methodNotAllowed } from '#server/platform/errors.ts'
import { apiFrame } from '#server/platform/http/api-frame.ts'
import type { Env } from '#server/platform/http/handle.ts'
import { renderError } from '#server/platform/http/render-error.ts'
import { stopLinks } from '#shared/stop-links.ts'

/** Serves the Functions API: `POST /functions/v1/<name>`. */
export function createFunctionRoutes(options: FunctionOptions): Hono<Env> {
	const routes = new Hono<Env>()
	// Comes before the CORS headers of the other functions, since no browser calls this one.
	routes.use('/stripe-webhook', async (c, next) => {
		await next()
		c.res.headers.set('cache-control', 'no-store')
	})
	routes.post('/stripe-webhook', stripeWebhook(options))
	routes.all('/stripe-webhook', () => {
		throw methodNotAllowed()
	})

	const frame = apiFrame({
		methods: ['POST'],
		exposes: [],
	})
	routes.use('*', frame)
	routes.post('/create-payment', createPayment(options))
	routes.post('/price-with-code', priceWithCode(options))
	routes.post('/confirm-payment', confirmPayment(options))
	routes.post('/refund-terms', refundTerms(options))
	routes.post('/request-refund', requestRefund(options))
	routes.post('/request-data', requestData(options))
	routes.post('/request-refund-link', requestRefundLink(options))
	routes.post('/request-release-notice', requestReleaseNotice(options))
	routes.post('/confirm-release-notice', confirmReleaseNotice(options))
	for (const list of mailingLists) {
		const { page, operation } = stopLinks[list.name]
		routes.post(`/${operation}`, stopEmails(options, list))
		routes.get(`/${operation}`, showStopPage(page))
	}
	routes.all('*', () => {
		throw functionNotFound()
	})
	routes.onError(renderError)
	return routes
}
