namespace Fathom.Formats.Etl.Buffers;

/// <summary>Looks through several buffers at the same time, and hands them out in the order in which they came.</summary>
/// <param name="parts">The files.</param>
/// <param name="sees">Whether a record must be looked at in its order; null where all must.</param>
/// <param name="take">Gets each buffer.</param>
internal sealed class SurveyQueue(IReadOnlyList<EtlPart> parts, EtlFile.RecordFilter? sees, Action<SurveyedBuffer> take) : IDisposable
{
    // As much as is worth a call of another thread.
    private const int MostBuffers = 8;
    private const int EnoughBytes = 512 << 10;

    // Groups at the same time. A group with a large buffer waits for all others: its room would be too much.
    private const int MostGroups = 4;
    private const int LargeBytes = 1 << 20;

    private readonly Stack<SurveyedBuffer> _rest = new();
    private readonly Queue<(Task? Work, List<SurveyedBuffer> Buffers)> _groups = new();
    private List<EtlBuffer> _heads = [];
    private int _bytes;
    private EtlFindings _findings;

    /// <summary>Whether there is more than one processor.</summary>
    public static bool HasOthers { get; } = Environment.ProcessorCount > 1;

    /// <summary>What the records of all buffers have that were handed out.</summary>
    public EtlFindings Findings => _findings;

    /// <summary>Adds a buffer; some that came before are handed out.</summary>
    public void Add(in EtlBuffer head)
    {
        _heads.Add(head);
        _bytes += Math.Max(head.Used, head.Size);
        if (_heads.Count == MostBuffers || _bytes >= EnoughBytes)
            Begin();
    }

    /// <summary>Hands out all that are left.</summary>
    public void Finish()
    {
        Begin();
        TakeAllBut(0);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        foreach ((Task? work, _) in _groups)
        {
            if (work is not null)
                Task.WaitAny(work);
        }
    }

    private void Begin()
    {
        bool isLarge = _bytes > LargeBytes;
        TakeAllBut(isLarge ? 0 : MostGroups - 1);
        List<EtlBuffer> heads = _heads;
        List<SurveyedBuffer> buffers =
            [.. heads.Select(_ => _rest.TryPop(out SurveyedBuffer? used) ? used : new SurveyedBuffer(parts, sees))];
        (_heads, _bytes) = ([], 0);
        if (HasOthers && !isLarge)
        {
            _groups.Enqueue((Task.Run(() => Look(buffers, heads)), buffers));
            return;
        }

        Look(buffers, heads);
        _groups.Enqueue((null, buffers));
        TakeAllBut(0);
    }

    private static void Look(List<SurveyedBuffer> buffers, List<EtlBuffer> heads)
    {
        for (int i = 0; i < heads.Count; i++)
            buffers[i].Look(heads[i]);
    }

    private void TakeAllBut(int groups)
    {
        while (_groups.Count > groups)
        {
            (Task? work, List<SurveyedBuffer> buffers) = _groups.Peek();
            work?.GetAwaiter().GetResult();
            _groups.Dequeue();
            foreach (SurveyedBuffer one in buffers)
            {
                take(one);
                _findings.Add(one.Findings);
                if (one.Room <= LargeBytes * 2)
                    _rest.Push(one);
            }
        }
    }
}
