# What is recorded without --profile.
adds samples of processors, waits, lifetimes of threads, events of .NET runtimes
cost 4 % of CPU time for requests of 25 ms (docs/record.md)
