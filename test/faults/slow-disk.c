/*
 * A library to preload into a server or PostgreSQL. It delays writes to the disk by the number of milliseconds in SLOW_DISK_FILE. The
 * file is mapped, so that a test can change the delay while the process runs.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

static const volatile int *delay_ms;

__attribute__((constructor)) static void begin(void)
{
	const char *path = getenv("SLOW_DISK_FILE");
	int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
	void *mapped = file < 0 ? MAP_FAILED : mmap(NULL, sizeof(int), PROT_READ, MAP_SHARED, file, 0);
	if (file >= 0)
		close(file);
	if (mapped != MAP_FAILED)
		delay_ms = mapped;
}

static void wait_for_disk(int divisor)
{
	long ms = delay_ms ? *delay_ms / divisor : 0;
	struct timespec time = {ms / 1000, ms % 1000 * 1000000};
	while (ms > 0 && nanosleep(&time, &time) != 0)
		;
}

/* A sync takes the whole delay, a write a tenth of it. */
#define DELAYED(divisor, type, name, parameters, arguments)                    \
	type name parameters                                                   \
	{                                                                      \
		static type(*next) parameters;                                 \
		if (!next)                                                     \
			next = (type(*) parameters)dlsym(RTLD_NEXT, #name);    \
		wait_for_disk(divisor);                                        \
		return next arguments;                                         \
	}

DELAYED(1, int, fsync, (int file), (file))
DELAYED(1, int, fdatasync, (int file), (file))
DELAYED(10, ssize_t, pwrite, (int file, const void *data, size_t size, off_t at), (file, data, size, at))
DELAYED(10, ssize_t, pwrite64, (int file, const void *data, size_t size, off64_t at), (file, data, size, at))
DELAYED(10, ssize_t, pwritev, (int file, const struct iovec *data, int count, off_t at), (file, data, count, at))
DELAYED(10, ssize_t, pwritev64, (int file, const struct iovec *data, int count, off64_t at), (file, data, count, at))
