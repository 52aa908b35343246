namespace Fathom.Sources.Orphans.Cases;

/// <summary>What memory of no process is held by.</summary>
internal static class OrphanKinds
{
    public const string MemoryFile = "unmapped memfd";
    public const string InFlight = "memory file in flight";
    public const string DeletedFile = "deleted memory file";
    public const string NamedFile = "memory file";
    public const string Unlisted = "memory files not listed";
    public const string Pipe = "pipe buffers";
    public const string Socket = "socket buffers";
    public const string BpfMap = "BPF map";
    public const string SysV = "SysV segment";
    public const string HugePages = "unused huge pages";
    public const string DyingCgroup = "dying cgroups";
}
