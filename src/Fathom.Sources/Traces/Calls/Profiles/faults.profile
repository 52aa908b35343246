# Page faults of the recorded programs.
adds page faults of the recorded programs: kind, duration, file, callers
cost 7 µs of CPU time for each page fault of the recorded programs (docs/faults.md)
table page_fault

faults
