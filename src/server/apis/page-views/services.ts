import { randomUUID } from 'node:crypto'
import type { Forwarding } from '#server/apis/page-views/forwarder.ts'
import type { PageViewSettings } from '#server/config/page-view-settings.ts'

type Forwarded = Exclude<PageViewSettings, { kind: 'own' | 'off' }>

/**
 * Returns the call that reports one view to a service. The call contains the path and the site's id, and nothing about the
 * visitor: no address, browser or referrer, and nothing that links two views to one person.
 */
export function forwardingTo(service: Forwarded, siteUrl: string): (path: string) => Forwarding {
	switch (service.kind) {
		// https://plausible.io/docs/events-api
		case 'plausible':
			return (path) => ({
				url: `${service.url}/api/event`,
				headers: {},
				body: { name: 'pageview', domain: service.domain, url: `${siteUrl}${path}` },
			})
		// https://umami.is/docs/api/sending-stats
		case 'umami':
			return (path) => ({
				url: `${service.url}/api/send`,
				headers: {},
				body: {
					type: 'event',
					payload: { website: service.websiteId, hostname: new URL(siteUrl).hostname, url: path },
				},
			})
		// https://developers.google.com/analytics/devguides/collection/protocol/ga4
		case 'google':
			return (path) => ({
				url: `${service.url}/mp/collect?${new URLSearchParams({
					measurement_id: service.measurementId,
					api_secret: service.apiSecret,
				})}`,
				headers: {},
				body: {
					// The service requires a client id. Each view gets a new one, so that no two views can be connected.
					client_id: randomUUID(),
					non_personalized_ads: true,
					events: [
						{ name: 'page_view', params: { page_location: `${siteUrl}${path}`, engagement_time_msec: 1 } },
					],
				},
			})
	}
}
