using System.Runtime.InteropServices;
using System.Text;
using Fathom.Formats.PerfData.Events;
using Fathom.Formats.PerfData.Writing;
using Fathom.Recorder.Kernel.Calls;
using Fathom.Recorder.Kernel.Events;

namespace Fathom.Recorder.Kernel.Rings;

/// <summary>Opens events at each processor, all of a processor into one ring.</summary>
internal sealed unsafe class OpenEvents : IDisposable
{
    private readonly List<OpenEvent> _all = [];
    private readonly List<Ring> _rings = [];
    private readonly HashSet<int> _recorded = [];

    /// <summary>All that are open.</summary>
    public IReadOnlyList<OpenEvent> All => _all;

    /// <summary>One for each processor.</summary>
    public IReadOnlyList<Ring> Rings => _rings;

    /// <summary>Places of the events that are open somewhere.</summary>
    public IReadOnlyCollection<int> Recorded => _recorded;

    /// <summary>Error numbers of events that could not be opened, by their place.</summary>
    public SortedDictionary<int, int> Failed { get; } = [];

    /// <summary>Why no ring could be had; 0 where one could.</summary>
    public int RingError { get; private set; }

    /// <summary>Threads that found no room among the ids of a recording.</summary>
    public int ThreadsLeftOut { get; private set; }

    /// <summary>Opens them.</summary>
    /// <param name="events">The events; the first owns the rings.</param>
    /// <param name="cpus">Processors.</param>
    /// <param name="tids">Threads; -1 for all, 0 for the calling one.</param>
    /// <param name="ringBytes">Size of a ring.</param>
    public void Open(IReadOnlyList<RecordedEvent> events, IReadOnlyList<int> cpus, IReadOnlyList<int> tids, int ringBytes)
    {
        int most = Math.Max(1, PerfDataPipe.MostIds / Math.Max(1, cpus.Count));
        ThreadsLeftOut = Math.Max(0, tids.Count - most);
        foreach (int cpu in cpus)
        {
            Ring? ring = null;
            foreach (int tid in tids.Take(most))
            {
                for (int source = 0; source < events.Count; source++)
                {
                    // The recorder itself writes these: one id is enough, and each costs a descriptor.
                    if (events[source].Role == EventRole.StartStates && _recorded.Contains(source))
                        continue;
                    if (source > 0 && ring is null)
                        break;
                    ring = TryOpen(events[source], source, cpu, tid, ring, ringBytes);
                }
            }
        }
    }

    /// <summary>Switches events on or off.</summary>
    /// <param name="isOn">Whether on.</param>
    /// <param name="which">Those that are meant.</param>
    public void Switch(bool isOn, Func<OpenEvent, bool> which)
    {
        foreach (OpenEvent each in _all)
        {
            if (which(each))
                _ = PerfCalls.Control(each.File, isOn ? PerfCalls.Enable : PerfCalls.Disable, 0);
        }
    }

    /// <summary>Opens an event for nothing, to learn whether that is allowed.</summary>
    /// <returns>0, or the error number.</returns>
    public static int Try(PerfEventAttributes attributes, int tid, int cpu)
    {
        int file = Open(attributes, tid, cpu);
        if (file < 0)
            return Marshal.GetLastPInvokeError();
        _ = PerfCalls.Close(file);
        return 0;
    }

    /// <summary>Opens an event without a ring.</summary>
    /// <returns>A descriptor, or an error number below 0.</returns>
    public static int OpenOne(PerfEventAttributes attributes, int tid, int cpu) =>
        Open(attributes, tid, cpu) is >= 0 and var file ? file : -Marshal.GetLastPInvokeError();

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach (Ring ring in _rings)
            ring.Dispose();
        foreach (OpenEvent each in _all)
            _ = PerfCalls.Close(each.File);
        _rings.Clear();
        _all.Clear();
    }

    private Ring? TryOpen(RecordedEvent recorded, int source, int cpu, int tid, Ring? ring, int ringBytes)
    {
        int file = Open(recorded.Attributes, tid, cpu);
        if (file < 0)
            return Note(source, Marshal.GetLastPInvokeError(), ring);
        Ring? into = ring ?? Ring.TryMap(cpu, file, ringBytes);
        if (into is null)
        {
            RingError = Marshal.GetLastPInvokeError();
            _ = PerfCalls.Close(file);
            return null;
        }

        int error = into == ring && PerfCalls.Control(file, PerfCalls.SetOutput, into.File) != 0 ? Marshal.GetLastPInvokeError() : SetFilter(file, recorded.Filter);
        OpenEvent opened = new(file, source, cpu, tid);
        if (error == 0 && EventReading.TryRead(file, out EventReading reading))
            (opened.Id, opened.Last) = (reading.Id, reading);
        if (opened.Id == 0)
        {
            if (into != ring)
                into.Dispose();
            _ = PerfCalls.Close(file);
            return Note(source, error, ring);
        }

        _all.Add(opened);
        _recorded.Add(source);
        if (into != ring)
            _rings.Add(into);
        return into;
    }

    // A thread or a processor that has gone meanwhile is no failure.
    private Ring? Note(int source, int error, Ring? ring)
    {
        if (error is not (Errno.NoSuchProcess or Errno.NoDevice))
            Failed.TryAdd(source, error);
        return ring;
    }

    private static int SetFilter(int file, string? filter)
    {
        if (filter is null)
            return 0;
        fixed (byte* text = Encoding.UTF8.GetBytes(filter + '\0'))
            return PerfCalls.Control(file, PerfCalls.SetFilter, (nint)text) == 0 ? 0 : Marshal.GetLastPInvokeError();
    }

    private static int Open(PerfEventAttributes attributes, int tid, int cpu)
    {
        byte* bytes = stackalloc byte[AttributeBytes.Size];
        AttributeBytes.Write(attributes, new Span<byte>(bytes, AttributeBytes.Size));
        return PerfCalls.Open(bytes, tid, cpu);
    }
}
