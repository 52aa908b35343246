namespace Fathom.Sources.Surroundings.Figures;

/// <summary>
/// Disks: lines of <c>/proc/diskstats</c>, "8 0 sda READS MERGED SECTORS MS WRITES MERGED SECTORS MS IN_FLIGHT BUSY_MS WEIGHTED_MS …".
/// A sector has 512 bytes whatever the disk has; the times are numbers of 32 bits. Partitions are left out: their disk has the same.
/// </summary>
internal sealed class DiskFigures(string root) : ItemFigures(new FigureFile($"{root}/proc/diskstats"), s_keys)
{
    private const string Topic = FigureTopics.Disk;
    private const int SectorBytes = 512;
    private const long NsPerMillisecond = 1_000_000;

    private static readonly FigureKey?[] s_keys =
    [
        new(Topic, "reads"), null, new(Topic, "read_bytes", "", SectorBytes), Time("read_ns"),
        new(Topic, "writes"), null, new(Topic, "write_bytes", "", SectorBytes), Time("write_ns"),
        FigureKey.Level(Topic, "requests"), Time("busy_ns"), Time("queue_ns"),
    ];

    /// <inheritdoc/>
    protected override ReadOnlySpan<byte> TakeName(ref ReadOnlySpan<byte> line) =>
        FigureText.NextNumber(ref line) is null || FigureText.NextNumber(ref line) is null ? default : FigureText.NextWord(ref line);

    // Where /sys is not there, all are told.
    /// <inheritdoc/>
    protected override bool IsTold(string name) =>
        Directory.Exists($"{root}/sys/block/{name.Replace('/', '!')}") || !Directory.Exists($"{root}/sys/block");

    private static FigureKey Time(string name) => new(Topic, name, "", NsPerMillisecond) { KernelRange = 1L << 32 };
}
