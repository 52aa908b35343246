using System.Buffers.Text;
using Fathom.Model.Metrics;
using Fathom.Sources.Machine.Processes;
using Fathom.Sources.Machine.Resources;

namespace Fathom.Sources.Metrics;

/// <summary>Reads what the control group of a process is charged for, again and again and without allocating. A process that moves to another group is not followed.</summary>
/// <param name="place">The group.</param>
internal sealed class CgroupUse(CgroupPlace place) : IDisposable
{
    private readonly ProcReader _files = new(place.Folder);

    /// <summary>Sets the metrics of the group; "not a number" for what it has not, as the root group of version 2.</summary>
    public void Sample(Span<double> values)
    {
        values[MetricCatalog.CgroupBytes.Place] = Number(place.Version == 1 ? "memory.usage_in_bytes"u8 : "memory.current"u8);
        values[MetricCatalog.CgroupCacheBytes.Place] = Line("memory.stat"u8, place.Version == 1 ? "total_cache "u8 : "file "u8);
    }

    /// <inheritdoc/>
    public void Dispose() => _files.Dispose();

    private double Number(ReadOnlySpan<byte> file) =>
        _files.ReadAt(file, out ReadOnlySpan<byte> text) == ProcReadState.Read ? Number(text, 0) : double.NaN;

    private double Line(ReadOnlySpan<byte> file, ReadOnlySpan<byte> name)
    {
        if (_files.ReadAt(file, out ReadOnlySpan<byte> text) != ProcReadState.Read)
            return double.NaN;
        foreach (Range range in text.Split((byte)'\n'))
        {
            if (text[range].StartsWith(name))
                return Number(text[range], name.Length);
        }

        return double.NaN;
    }

    private static double Number(ReadOnlySpan<byte> text, int at) => Utf8Parser.TryParse(text[at..], out long value, out _) ? value : double.NaN;
}
