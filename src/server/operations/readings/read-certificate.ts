import { isIP } from 'node:net'
import { connect } from 'node:tls'

const longestMs = 5_000

/** Connects to a site as a visitor does, and returns when its certificate expires; undefined if it has none. */
export async function readCertificateEnd(siteUrl: string): Promise<Date | undefined> {
	const { protocol, hostname, port } = new URL(siteUrl)
	if (protocol !== 'https:') return undefined
	const host = hostname.replace(/^\[|\]$/g, '')
	return await new Promise((resolve, reject) => {
		// Accepts a certificate that has expired, because the returned date shows that. Also accepts one for another site, because
		// browsers report that anyway.
		const socket = connect(
			{
				host,
				port: Number(port || 443),
				servername: isIP(host) === 0 ? host : '',
				rejectUnauthorized: false,
			},
			() => {
				const { valid_to } = socket.getPeerCertificate()
				socket.destroy()
				const end = new Date(valid_to)
				if (Number.isNaN(end.getTime())) reject(new Error(`${host} presents no certificate`))
				else resolve(end)
			},
		)
		socket.setTimeout(longestMs, () => socket.destroy(new Error(`${host} does not answer`)))
		socket.once('error', reject)
	})
}
