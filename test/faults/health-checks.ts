/** The servers that may receive traffic, as a load balancer with health checks sees them. */
export interface HealthChecks {
	/** Ports of the servers whose last `/readyz` was successful. */
	ready(): readonly number[]
	stop(): void
}

const everyMs = 50

export function checkHealth(ports: readonly number[]): HealthChecks {
	const ready = new Set<number>()
	let isOpen = true
	for (const port of ports) void watch(port)
	return {
		ready: () => ports.filter((port) => ready.has(port)),
		stop: () => {
			isOpen = false
		},
	}

	async function watch(port: number): Promise<void> {
		while (isOpen) {
			const isReady = await fetch(`http://127.0.0.1:${port}/readyz`, {
				signal: AbortSignal.timeout(2_000),
			}).then(
				({ ok }) => ok,
				() => false,
			)
			if (isReady) ready.add(port)
			else ready.delete(port)
			await new Promise((resolve) => setTimeout(resolve, everyMs))
		}
	}
}
