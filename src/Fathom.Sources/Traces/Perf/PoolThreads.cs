using System.Text;
using Fathom.Formats.PerfData.Records;
using Fathom.Model.Scheduling;

namespace Fathom.Sources.Traces.Perf;

/// <summary>The threads (tid) whose turns a recording leaves out (<see cref="PoolTurns"/>), by their names.</summary>
internal sealed class PoolThreads
{
    private static readonly byte[] s_name = Encoding.ASCII.GetBytes(PoolTurns.ThreadName);

    private readonly HashSet<int> _tids = [];

    /// <summary>Whether a thread is one now.</summary>
    public bool Has(int tid) => _tids.Contains(tid);

    /// <summary>Learns the name of a thread.</summary>
    public void Named(int tid, ReadOnlySpan<byte> name)
    {
        if (tid > 0 && name.SequenceEqual(s_name))
            _tids.Add(tid);
        else
            _tids.Remove(tid);
    }

    /// <summary>A thread has left its processor for the last time.</summary>
    public void Ended(int tid) => _tids.Remove(tid);

    /// <summary>Learns from records of names and begins. A thread has the name of the one that began it until it gets another.</summary>
    public void On(in PerfRecord record)
    {
        switch (record.Type)
        {
            case PerfRecordType.Comm:
                CommRecord named = new(record);
                Named(named.Tid, named.Name);
                break;
            case PerfRecordType.Fork when new TaskRecord(record) is var task:
                if (Has(task.ParentTid))
                    _tids.Add(task.Tid);
                else
                    _tids.Remove(task.Tid);
                break;
        }
    }
}
