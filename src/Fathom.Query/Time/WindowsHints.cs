namespace Fathom.Query.Time;

/// <summary>How the events behind each verb are recorded on Windows: profiles of <c>wpr</c>, and other recorders where no built-in profile has them.</summary>
/// <remarks>
/// Profiles are those that <c>wpr -profiles</c> lists. PerfView's default asks .NET for collections, exceptions, locks, thread pools and compiled
/// methods at the highest level, which has sampled allocations too. <c>OWN.wprp</c> is a profile that names a provider and its keywords.
/// </remarks>
public static class WindowsHints
{
    private const string Runtime = "wpr -start DotNET, or: PerfView collect";

    private static readonly Dictionary<string, string> s_commands = new()
    {
        ["cpu"] = "wpr -start CPU",
        ["waits"] = "wpr -start CPU, or: PerfView collect /ThreadTime",
        ["processes"] = "wpr -start GeneralProfile",
        ["machine"] = "wpr -start CPU -start DiskIO -start Network, for fathom cpu, disk and tcp",
        ["threads"] = "wpr -start CPU, or: PerfView collect /ThreadTime",
        ["events"] = "wpr -start GeneralProfile, or a provider of your own: wpr -start OWN.wprp",
        ["gc"] = Runtime,
        ["allocs"] = "PerfView collect, or wpr -start OWN.wprp with keyword 0x80000000000 of Microsoft-Windows-DotNETRuntime at level 4, "
            + "before .NET 10: 0x1 at level 5",
        ["exceptions"] = Runtime,
        ["requests"] = "PerfView collect /Providers=*Microsoft-AspNetCore-Server-Kestrel, or of HTTP.sys and IIS: wpr -start OWN.wprp with "
            + "Microsoft-Windows-HttpService",
        ["locks"] = Runtime,
        ["counters"] = "xperf -on PROC_THREAD+LOADER+PMC_PROFILE -pmcprofile InstructionRetired, or wpr -start OWN.wprp with sampled counters",
        ["interrupts"] = "xperf -on PROC_THREAD+LOADER+CSWITCH+DPC+INTERRUPT",
        ["faults"] = "wpr -start GeneralProfile, for those that read a file",
        ["syscalls"] = "xperf -on PROC_THREAD+LOADER+CSWITCH+SYSCALL, or wpr -start OWN.wprp with keyword SystemCall",
        ["files"] = "wpr -start FileIO",
        ["disk"] = "wpr -start DiskIO",
        ["tcp"] = "wpr -start Network",
        ["dns"] = "wpr -start Network",
        ["threadpool"] = "PerfView collect, or wpr -start OWN.wprp with keyword 0x10000 of Microsoft-Windows-DotNETRuntime at level 4",
        ["startup"] = "wpr -start CPU -start DotNET, and start the program after it",
        ["jit"] = "PerfView collect, or wpr -start OWN.wprp with keyword 0x10 of Microsoft-Windows-DotNETRuntime at level 5",
        ["markers"] = "wpr -marker TEXT, or xperf -m TEXT, while it is recorded",
        ["symbols"] = "wpr -start CPU, and wpr -stop NAME.etl, which adds the names of PDBs",
        ["why"] = "wpr -start CPU",
    };

    /// <summary>The verbs that it knows.</summary>
    public static IReadOnlyCollection<string> Verbs => s_commands.Keys;

    /// <summary>How to record on Windows what a verb needs.</summary>
    /// <param name="verb">The word of the verb.</param>
    /// <exception cref="KeyNotFoundException">It is none on traces.</exception>
    public static string Of(string verb) => s_commands[verb];
}
