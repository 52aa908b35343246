using Fathom.Sources.Machine.Processes;

namespace Fathom.Tests.Capture;

/// <summary>Facts of processes that do not exist.</summary>
internal static class WatchedFacts
{
    public static ProcessFacts Of(int pid, string name) => new()
    {
        Pid = pid,
        ParentPid = 1,
        Name = name,
        Application = name,
        Executable = $"/app/{name}",
        CommandLine = $"/app/{name} --serve",
        RuntimeVersion = "10.0.12",
        RuntimeLibrary = null,
        RssBytes = null,
        UserId = 1000,
        User = "app",
        Container = null,
        StartUnixNs = 1_763_719_200_000_000_000,
        AgeNs = 60_000_000_000,
    };
}
