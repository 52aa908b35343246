namespace Fathom.Sources.Traces.Etl;

/// <summary>What the kernel tells of a process.</summary>
internal sealed class WindowsProcess
{
    /// <summary>Who started it.</summary>
    public int? ParentPid { get; set; }

    /// <summary>The session of its user; null where nobody tells.</summary>
    public uint? Session { get; set; }

    /// <summary>Number of its user.</summary>
    public string? User { get; set; }

    /// <summary>What it ended with; null while it runs.</summary>
    public int? ExitStatus { get; set; }

    /// <summary>Whether a .NET runtime is mapped.</summary>
    public bool HasRuntime { get; set; }

    /// <summary>Version of that runtime; null where its path does not tell.</summary>
    public string? RuntimeVersion { get; set; }
}
