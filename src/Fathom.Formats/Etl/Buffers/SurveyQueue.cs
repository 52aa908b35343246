namespace Fathom.Formats.Etl.Buffers;

/// <summary>Looks through several buffers at the same time, and hands them out in the order in which they came.</summary>
/// <param name="parts">The files.</param>
/// <param name="sees">Whether a record must be looked at in its order; null where all must.</param>
/// <param name="take">Gets each buffer.</param>
internal sealed class SurveyQueue(IReadOnlyList<EtlPart> parts, RecordFilter? sees, Action<SurveyedBuffer> take) : IDisposable
{
    // As much as is worth a call of another thread.
    private const int MostBuffers = 8;
    private const int EnoughBytes = 512 << 10;

    // Groups at the same time. The room of several large buffers would be too much.
    private const int MostGroups = 4;
    private const int LargeBytes = 1 << 20;

    private static readonly bool s_hasOthers = Environment.ProcessorCount > 1;

    private readonly Stack<SurveyedBuffer> _rest = new();
    private readonly Queue<(Task Work, List<SurveyedBuffer> Buffers)> _groups = new();
    private readonly SurveyedBuffer _large = new(parts, sees);
    private List<EtlBuffer> _heads = [];
    private int _bytes;
    private EtlFindings _findings;

    /// <summary>Whether another thread may load a buffer before it is asked for.</summary>
    public static bool IsAhead(EtlBuffer head) => s_hasOthers && head.Used <= LargeBytes && head.Size <= LargeBytes;

    /// <summary>What the records of all buffers have that were handed out.</summary>
    public EtlFindings Findings => _findings;

    /// <summary>Adds a buffer; some that came before are handed out.</summary>
    public void Add(in EtlBuffer head)
    {
        if (!IsAhead(head))
        {
            Finish();
            _large.Look(head);
            Take(_large);
            return;
        }

        _heads.Add(head);
        _bytes += head.Used;
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
        foreach ((Task work, _) in _groups)
            Task.WaitAny(work);
    }

    private void Begin()
    {
        if (_heads.Count == 0)
            return;
        TakeAllBut(MostGroups - 1);
        List<EtlBuffer> heads = _heads;
        List<SurveyedBuffer> buffers =
            [.. heads.Select(_ => _rest.TryPop(out SurveyedBuffer? used) ? used : new SurveyedBuffer(parts, sees))];
        (_heads, _bytes) = ([], 0);
        _groups.Enqueue((Task.Run(() => Look(buffers, heads)), buffers));
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
            (Task work, List<SurveyedBuffer> buffers) = _groups.Peek();
            work.GetAwaiter().GetResult();
            _groups.Dequeue();
            foreach (SurveyedBuffer one in buffers)
            {
                Take(one);
                _rest.Push(one);
            }
        }
    }

    private void Take(SurveyedBuffer surveyed)
    {
        take(surveyed);
        _findings.Add(surveyed.Findings);
    }
}
