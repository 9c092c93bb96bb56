/** The mulberry32 generator: small, fast, and the same everywhere. */
export class Random {
	private state: number

	constructor(seed: number) {
		this.state = seed
	}

	private next(): number {
		this.state = (this.state + 0x6d2b79f5) | 0
		let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state)
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
	}

	/** Both ends included. */
	whole(from: number, to: number): number {
		return from + Math.floor(this.next() * (to - from + 1))
	}

	chance(share: number): boolean {
		return this.next() < share
	}

	pick<T>(from: readonly [T, ...T[]]): T {
		return from[this.whole(0, from.length - 1)] ?? from[0]
	}

	pounds(from: number, to: number): number {
		return this.whole(from * 100, to * 100) / 100
	}
}
