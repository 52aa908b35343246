# Each system call of the recorded programs.
adds each system call of the recorded programs: duration, result, error; callers where it fails or takes 10 µs
cost 2 µs of CPU time for each call of the recorded programs, 8 µs with callers, 0.3 µs for one of others (docs/syscalls.md)
table system_call

trace *
