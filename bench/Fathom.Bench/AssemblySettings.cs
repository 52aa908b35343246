// Benchmarks read /proc and hold processes on one processor.
[assembly: System.Runtime.Versioning.SupportedOSPlatform("linux")]
