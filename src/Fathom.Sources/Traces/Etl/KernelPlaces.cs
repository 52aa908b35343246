using System.Globalization;
using Fathom.Formats.Etl;
using Fathom.Formats.NetTrace;
using Fathom.Model.Recording;
using Fathom.Model.Tables;
using Fathom.Sources.Traces.EventPipe;

namespace Fathom.Sources.Traces.Etl;

/// <summary>Places of code of the kernel and its drivers: as text, and as stacks of one frame, which a PDB names when all was read.</summary>
/// <param name="now">The event that is being read.</param>
/// <param name="processes">The processes.</param>
/// <param name="files">Where files of the kernel lie.</param>
/// <param name="stacks">Keeps the stacks.</param>
/// <param name="sink">Keeps the texts.</param>
internal sealed class KernelPlaces(
    TracedMoment now, TracedProcesses processes, KernelFiles files, EventStacks stacks, IRecordingSink sink)
{
    private const int Most = 1 << 16;

    private readonly Dictionary<ulong, KernelPlace> _places = [];

    /// <summary>Places that found no room, each time that they were met.</summary>
    public long WithoutRoom { get; private set; }

    /// <summary>The place that has an address.</summary>
    /// <param name="at">The event that tells it.</param>
    /// <param name="address">The address.</param>
    /// <param name="bytes">The same as it stands in the event.</param>
    public KernelPlace Of(in NetTraceEvent at, ulong address, ReadOnlySpan<byte> bytes)
    {
        if (_places.TryGetValue(address, out KernelPlace known))
            return known;
        (string Name, ulong Offset)? file = files.Find(address);
        TextId text = sink.Ids.Text(file is var (name, offset)
            ? string.Create(CultureInfo.InvariantCulture, $"{name}+0x{offset:x}") : string.Create(CultureInfo.InvariantCulture,
                $"0x{address:x}"));
        KernelPlace place = new(text, sink.Ids.Text(file?.Name), 0);
        if (_places.Count == Most)
        {
            WithoutRoom++;
            return place;
        }

        // Files of the kernel are told of all processes: process 0 stands for them.
        now.Process = processes.Of(0);
        uint stack = stacks.Intern(now.Process, new StackAddresses(bytes, at.Trace.PointerSize), now.ClockNs);
        now.Process = processes.Of(at.ProcessId);
        return _places[address] = place with { Stack = stack };
    }
}
