# Page faults of the recorded programs.
adds page faults of the recorded programs: kind, duration, file, callers
cost TODO
table page_fault

faults
