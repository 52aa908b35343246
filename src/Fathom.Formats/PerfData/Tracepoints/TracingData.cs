namespace Fathom.Formats.PerfData.Tracepoints;

/// <summary>What a recording holds of the kernel that its tracepoints need.</summary>
public sealed class TracingData
{
    private readonly Dictionary<ulong, TraceFormat> _formats = [];

    /// <summary>Version of the section, such as <c>0.6</c>; empty where there was no section.</summary>
    public string Version { get; internal set; } = "";

    /// <summary>Size of a page of the recording's machine; 0 where unknown.</summary>
    public int PageSizeBytes { get; internal set; }

    /// <summary>Size of <c>long</c> of the recording's kernel; 0 where unknown.</summary>
    public int LongBytes { get; internal set; }

    /// <summary>Tracepoints that are described.</summary>
    public IReadOnlyCollection<TraceFormat> Formats => _formats.Values;

    /// <summary>Symbols of the kernel; perf leaves them out as a rule.</summary>
    public ReadOnlyMemory<byte> KernelSymbols { get; internal set; }

    /// <summary>Texts that messages of the kernel refer to by address, one per line.</summary>
    public ReadOnlyMemory<byte> MessageFormats { get; internal set; }

    /// <summary>Names of threads, one line <c>TID NAME</c> each, for those that no record names.</summary>
    public ReadOnlyMemory<byte> ThreadNames { get; internal set; }

    /// <summary>Descriptions that made no sense.</summary>
    public int DamagedFormats { get; internal set; }

    /// <summary>Finds a tracepoint by its number.</summary>
    public TraceFormat? Find(ulong id) => _formats.GetValueOrDefault(id);

    internal void Add(TraceFormat format) => _formats[format.Id] = format;
}
