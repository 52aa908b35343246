using Fathom.Sources.Machine.Processes;

namespace Fathom.Sources.Surroundings.Figures;

/// <summary>
/// What all processors did together: the first line of <c>/proc/stat</c>, "cpu USER NICE SYSTEM IDLE IOWAIT IRQ SOFTIRQ STEAL …" in ticks.
/// Time of guests is a part of that of users.
/// </summary>
internal sealed class ProcessorFigures(string root) : IFigureReader
{
    private const int Fields = 8;
    private static readonly long s_tickNs = 1_000_000_000 / Math.Max(1, ClockCalls.SysConf(ClockCalls.ClockTicksName));
    private static readonly FigureKey[] s_times =
    [
        .. from name in (string[])["user_ns", "system_ns", "interrupt_ns", "steal_ns", "iowait_ns", "idle_ns"]
        select new FigureKey(FigureTopics.Processor, name, "", s_tickNs),
    ];

    private readonly FigureFile _file = new($"{root}/proc/stat");
    private readonly KeyFigures _counts = new(
        $"{root}/proc/stat",
        null,
        new FigureKey(FigureTopics.Processor, "context_switches", "ctxt"),
        new FigureKey(FigureTopics.Processor, "started_threads", "processes"),
        FigureKey.Level(FigureTopics.Processor, "running_threads", "procs_running"),
        FigureKey.Level(FigureTopics.Processor, "blocked_threads", "procs_blocked"));

    private readonly long?[] _numbers = new long?[Fields];
    private int _first = -1;

    /// <inheritdoc/>
    public void Read(FigureBook book)
    {
        ReadOnlySpan<byte> text = _file.Read();
        if (FigureText.NextLine(ref text, out ReadOnlySpan<byte> line) && FigureText.NextWord(ref line).SequenceEqual("cpu"u8))
            Times(book, line);
        _counts.Read(book);
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _file.Dispose();
        _counts.Dispose();
    }

    private void Times(FigureBook book, ReadOnlySpan<byte> line)
    {
        for (int i = 0; i < Fields; i++)
        {
            _numbers[i] = FigureText.NextNumber(ref line);
            if (_numbers[i] is null)
                return;
        }

        if (_first < 0)
        {
            foreach (FigureKey key in s_times)
            {
                int place = book.Add(key, null);
                _first = _first < 0 ? place : _first;
            }
        }

        Set(0, _numbers[0] + _numbers[1]);
        Set(1, _numbers[2]);
        Set(2, _numbers[5] + _numbers[6]);
        Set(3, _numbers[7]);
        Set(4, _numbers[4]);
        Set(5, _numbers[3]);

        void Set(int at, long? ticks) => book.Set(_first + at, s_times[at].Scaled(ticks is >= 0 ? ticks : null));
    }
}
