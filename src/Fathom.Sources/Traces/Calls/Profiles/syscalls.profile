# Each system call of the recorded programs.
adds each system call of the recorded programs: duration, result, error; callers where it fails or takes 10 µs
cost TODO
table system_call

trace *
