using System.Buffers.Text;
using System.Diagnostics;
using System.Globalization;
using Fathom.Files;
using Fathom.Model;
using Fathom.Model.Metrics;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Machine.Resources;
using Fathom.Sources.Targets.Live;

namespace Fathom.Sources.Metrics;

/// <summary>
/// Reads the metrics of one process again and again, without stopping it and without allocating. The triggers of <c>dump</c> and the samples of
/// <c>watch</c> both come from here, so that they mean the same. Metrics of the runtime are those of <see cref="ManagedMetrics"/>.
/// </summary>
public sealed unsafe class ProcessMetrics : IDisposable
{
    // The kernel's clock of a process: its number inverted, and CPUCLOCK_SCHED (2) in the low bits; see clock_getcpuclockid(3).
    private const int CpuClockKind = 2;
    private const int MinorFaultsField = 10;
    private const int MajorFaultsField = 12;

    private static readonly (byte[] Name, int Place)[] s_status = Keys(MetricOrigin.Status);
    private static readonly (byte[] Name, int Place)[] s_rollup = Keys(MetricOrigin.Rollup);

    private readonly ProcReader _proc;
    private readonly HashSet<MetricOrigin> _origins;
    private readonly long _startTicks;
    private readonly byte[] _descriptorFolder;
    private readonly CgroupUse? _cgroup;
    private readonly ReadPacer _maps;
    private readonly ReadPacer _rollup;
    private readonly ReadPacer _group;
    private readonly ReadShare? _share;
    private long _lastCpuNs = -1;
    private long _lastTimestamp;

    /// <summary>Begins to look at a process.</summary>
    /// <param name="processId">Number of the process (pid).</param>
    /// <param name="wanted">The metrics that are read; the others stay "not a number".</param>
    /// <param name="pacedBy">All that is read by the same watch: what costs much is read less often, see <see cref="Paced"/>. Null: everything is read at each sample.</param>
    /// <exception cref="FathomException">There is no such process.</exception>
    public ProcessMetrics(int processId, IEnumerable<ProcessMetric> wanted, ReadShare? pacedBy = null)
        : this(processId, wanted, "/proc", CgroupPlace.Mounts, pacedBy)
    {
    }

    /// <summary>Looks at folders that look like /proc and /sys/fs/cgroup.</summary>
    internal ProcessMetrics(int processId, IEnumerable<ProcessMetric> wanted, string root, string cgroups = CgroupPlace.Mounts, ReadShare? pacedBy = null)
    {
        ProcessId = processId;
        (_maps, _rollup, _group) = (Pacer(MetricOrigin.Maps, pacedBy), Pacer(MetricOrigin.Rollup, pacedBy), Pacer(MetricOrigin.Cgroup, pacedBy));
        _proc = new ProcReader(root);
        _origins = [.. wanted.Select(static metric => metric.Origin)];
        _descriptorFolder = System.Text.Encoding.UTF8.GetBytes(string.Create(CultureInfo.InvariantCulture, $"{root}/{processId}/fd\0"));
        if (ProcStat.TryRead(_proc, processId, out ProcStat stat) && !stat.HasEnded)
        {
            _startTicks = stat.StartTicks;
            _cgroup = Wants(MetricOrigin.Cgroup) && Group(string.Create(CultureInfo.InvariantCulture, $"{root}/{processId}/cgroup"), cgroups) is { } place ? new CgroupUse(place) : null;
            if (pacedBy is not null)
                pacedBy.Processes++;
            _share = pacedBy;
            return;
        }

        _proc.Dispose();
        throw TargetErrors.NotThere(processId);
    }

    /// <summary>Number of the process (pid).</summary>
    public int ProcessId { get; }

    /// <summary>Whether some metric was read less often than samples were taken.</summary>
    public bool IsPaced => _maps.LeavesOut || _rollup.LeavesOut || _group.LeavesOut;

    /// <summary>The metrics that cost so much that they are read less often than samples are taken.</summary>
    public IEnumerable<PacedMetric> Paced =>
        from read in new[] { (Metric: MetricCatalog.Vmas, Pacer: _maps), (Metric: MetricCatalog.PssBytes, Pacer: _rollup), (Metric: MetricCatalog.CgroupCacheBytes, Pacer: _group) }
        where read.Pacer.LeavesOut && read.Pacer.Pause > TimeSpan.Zero
        select new PacedMetric(read.Metric, read.Pacer.Cost, read.Pacer.Pause, read.Pacer.Others);

    /// <summary>Takes a sample.</summary>
    /// <param name="values">One value per <see cref="ProcessMetric"/>, in its order; "not a number" for what was not wanted or may not be read.</param>
    /// <returns>False when the process has ended; a new one with its number is not taken for it.</returns>
    public bool Sample(Span<double> values)
    {
        values[..MetricCatalog.Count].Fill(double.NaN);
        if (_proc.Read(ProcessId, "stat"u8, out ReadOnlySpan<byte> text) != ProcReadState.Read || !ProcStat.TryParse(text, out ProcStat stat)
            || stat.HasEnded || stat.StartTicks != _startTicks)
            return false;
        ReadFaults(text, values);
        if (Wants(MetricOrigin.CpuClock))
            ReadCpu(values);
        if (Wants(MetricOrigin.Status) && _proc.Read(ProcessId, "status"u8, out text) == ProcReadState.Read)
            ReadSizes(text, values, s_status);
        if (Wants(MetricOrigin.Descriptors))
            values[MetricCatalog.Fds.Place] = CountDescriptors();
        ReadPaced(values);
        return true;
    }

    /// <summary>Begins anew: what is a difference (<c>cpu_percent</c>) has no value in the next sample, and one of the time since then in later ones.</summary>
    public void Restart() => _lastCpuNs = -1;

    /// <inheritdoc/>
    public void Dispose()
    {
        if (_share is not null)
            _share.Processes--;
        _cgroup?.Dispose();
        _proc.Dispose();
    }

    private static ReadPacer Pacer(MetricOrigin origin, ReadShare? share) =>
        MetricCatalog.Of(origin).Any(static metric => metric.Cost == MetricCost.GrowsWithProcess) ? new ReadPacer(share?.Clock, share) : new ReadPacer(null);

    private static (byte[] Name, int Place)[] Keys(MetricOrigin origin) =>
        [.. MetricCatalog.Of(origin).Select(static metric => (System.Text.Encoding.UTF8.GetBytes(metric.Key!), metric.Place))];

    private bool Wants(MetricOrigin origin) => _origins.Contains(origin);

    // These take longer the larger the process is, or the more processes its group has.
    private void ReadPaced(Span<double> values)
    {
        if (Wants(MetricOrigin.Maps) && _maps.Begin())
        {
            if (_proc.Read(ProcessId, "maps"u8, out ReadOnlySpan<byte> text) == ProcReadState.Read)
                values[MetricCatalog.Vmas.Place] = text.Count((byte)'\n');
            _maps.End();
        }

        if (Wants(MetricOrigin.Rollup) && _rollup.Begin())
        {
            if (_proc.Read(ProcessId, "smaps_rollup"u8, out ReadOnlySpan<byte> text) == ProcReadState.Read)
                ReadSizes(text, values, s_rollup);
            _rollup.End();
        }

        if (_cgroup is not null && _group.Begin())
        {
            _cgroup.Sample(values);
            _group.End();
        }
    }

    private static CgroupPlace? Group(string file, string mounts)
    {
        try
        {
            return CgroupPlace.Find(File.ReadLines(file), mounts);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    // "VmRSS:     1234 kB", one per line; Threads has no unit.
    private static void ReadSizes(ReadOnlySpan<byte> text, Span<double> values, ReadOnlySpan<(byte[] Name, int Place)> keys)
    {
        const int kibibyte = 1024;
        foreach (Range range in text.Split((byte)'\n'))
        {
            ReadOnlySpan<byte> line = text[range];
            int colon = line.IndexOf((byte)':');
            if (colon <= 0 || PlaceOf(line[..colon], keys) is not { } place)
                continue;
            if (Utf8Parser.TryParse(line[(colon + 1)..].TrimStart(" \t"u8), out long value, out _))
                values[place] = line.EndsWith(" kB"u8) ? value * kibibyte : value;
        }
    }

    private static int? PlaceOf(ReadOnlySpan<byte> name, ReadOnlySpan<(byte[] Name, int Place)> keys)
    {
        foreach ((byte[] known, int place) in keys)
        {
            if (name.SequenceEqual(known))
                return place;
        }

        return null;
    }

    // Fields are counted from the last bracket, because the name before it may hold blanks.
    private static void ReadFaults(ReadOnlySpan<byte> text, Span<double> values)
    {
        ReadOnlySpan<byte> rest = text[(text.LastIndexOf((byte)')') + 2)..];
        int field = 3;
        foreach (Range range in rest.Split((byte)' '))
        {
            if (field is MinorFaultsField or MajorFaultsField && Utf8Parser.TryParse(rest[range], out long value, out _))
                values[(field == MinorFaultsField ? MetricCatalog.MinorFaults : MetricCatalog.MajorFaults).Place] = value;
            if (field++ == MajorFaultsField)
                return;
        }
    }

    private void ReadCpu(Span<double> values)
    {
        ClockCalls.TimeSpec time = default;
        if (ClockCalls.GetTime((~ProcessId << 3) | CpuClockKind, &time) != 0)
            return;
        long now = Stopwatch.GetTimestamp();
        long cpuNs = time.TotalNanoseconds;
        values[MetricCatalog.CpuNs.Place] = cpuNs;
        if (_lastCpuNs >= 0 && now > _lastTimestamp)
            values[MetricCatalog.CpuPercent.Place] = 100.0 * (cpuNs - _lastCpuNs) / Stopwatch.GetElapsedTime(_lastTimestamp, now).TotalNanoseconds;
        _lastCpuNs = cpuNs;
        _lastTimestamp = now;
    }

    // Since 6.2 the kernel gives the number of descriptors in use as the size of the folder, those included that a thread waiting in accept has reserved.
    // Before, the size is 0 and all names are read.
    private double CountDescriptors()
    {
        fixed (byte* path = _descriptorFolder)
        {
            if (!FileStatus.TryRead(path, 0, FileStatus.Size, out FileStatus status))
                return double.NaN;
            return status.SizeBytes > 0 ? status.SizeBytes : CountEntries();
        }
    }

    private double CountEntries()
    {
        try
        {
            return Directory.EnumerateFileSystemEntries(System.Text.Encoding.UTF8.GetString(_descriptorFolder.AsSpan(..^1))).Count();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return double.NaN;
        }
    }
}
