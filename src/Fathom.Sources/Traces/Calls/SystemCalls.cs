using System.Globalization;
using System.Runtime.InteropServices;
using Fathom.Formats.PerfData.Events;
using Fathom.Formats.PerfData.Tracepoints;
using Fathom.Model.Recording;
using Fathom.Model.Tables;
using Fathom.Model.Traces;

namespace Fathom.Sources.Traces.Calls;

/// <summary>Turns what Linux tells of system calls into rows: the entry of a thread into a call and its return are one.</summary>
/// <remarks>
/// <para>Events of all calls (<c>raw_syscalls</c>) count where both they and events of single calls (<c>syscalls</c>) were recorded,
/// for both tell the same. Where records were lost, no call that was open then has a duration.</para>
/// <para>A new thread returns from the call that made it without ever having entered it: that is no call.</para>
/// </remarks>
/// <param name="sink">Gets the rows.</param>
/// <param name="formats">The tracepoints of the recording.</param>
/// <param name="isArm">Whether the processor is arm64, or else x64; null for another one: then only tracepoints of single calls have names.</param>
/// <param name="isOwn">Whether Fathom recorded it.</param>
internal sealed class SystemCalls(IRecordingSink sink, IReadOnlyList<TraceFormat> formats, bool? isArm, bool isOwn = false)
{
    private const string Raw = "raw_syscalls";
    private const string Single = "syscalls";
    private const string Enters = "sys_enter";
    private const string Exits = "sys_exit";
    private const int MostOpen = 1 << 20;

    // What the kernel says of the return of a signal handler, whose result is a register of what was interrupted.
    private const int NoNumber = -1;

    private readonly RowBatch<SystemCallRow> _rows = new(sink);
    private readonly Dictionary<int, Open> _open = [];
    private readonly Dictionary<ulong, Step?> _steps = [];
    private readonly Dictionary<long, TextId> _names = [];
    private readonly Dictionary<long, TextId> _errors = [];
    private readonly string?[] _known = SystemCallNames.ByNumber(isArm);
    private int _losses;

    /// <summary>Events whose fields are too short.</summary>
    public long Damaged { get; private set; }

    /// <summary>Entries and returns of which perf kept only some: nothing can be made of them.</summary>
    public long OnlySome { get; private set; }

    /// <summary>Whether a tracepoint is about system calls.</summary>
    public static bool Has(TraceFormat format) => format.System is Raw or Single;

    /// <summary>Whether a row of an event would have its stack.</summary>
    /// <param name="format">The tracepoint.</param>
    /// <param name="tid">Number of the thread at the operating system.</param>
    public bool WantsStack(TraceFormat format, int tid) => StepOf(format) is { } step && (step.Enter is not null
        || !_open.ContainsKey(tid));

    /// <summary>A tracepoint of system calls.</summary>
    /// <param name="format">The tracepoint.</param>
    /// <param name="raw">Its fields.</param>
    /// <param name="tid">Number of the thread at the operating system.</param>
    /// <param name="at">Who, when, and where.</param>
    /// <param name="isOnlySome">Whether the kernel kept only some of these events.</param>
    public void On(TraceFormat format, ReadOnlySpan<byte> raw, int tid, in CallMoment at, bool isOnlySome = false)
    {
        if (StepOf(format) is not { } step)
            return;
        long number = 0, result = 0;
        if (step.Enter is { } enter ? !enter.TryNumber(raw, out number) : !step.Exit!.TryRead(raw, out number, out result))
            Damaged++;
        else if (isOnlySome)
            OnlySome++;
        else if (step.Enter is not null)
            Enter(number, step.Name, tid, in at);
        else
            Return(number, result, step.Name, tid, in at);
    }

    /// <summary>A call that Fathom's own recorder tells of: with its begin, and its end where it returned.</summary>
    /// <param name="call">The call.</param>
    /// <param name="at">Who, when, and where.</param>
    public void On(in SystemCall call, in CallMoment at)
    {
        bool hasResult = call.HasReturned && !(call.Number < _known.Length && _known[call.Number] == "rt_sigreturn");
        _rows.Add(Row(call.Number, null, at with { TimeNs = call.StartNs }) with
        {
            DurationNs = call.HasReturned ? Math.Max(0, at.TimeNs - call.StartNs) : null,
            Result = hasResult ? call.Result : null,
            Error = hasResult ? ErrorOf(call.Result) : TextId.None,
        });
    }

    /// <summary>Records were lost: what is open may have ended.</summary>
    public void Lost() => _losses++;

    /// <summary>The recording ended: what is still open has no duration.</summary>
    public void End()
    {
        WriteOpen();
        _rows.Flush();
    }

    private void Enter(long number, string? name, int tid, in CallMoment at)
    {
        // All threads outside the recorder's PID namespace have one number.
        if (tid <= 0)
        {
            _rows.Add(Row(number, name, in at));
            return;
        }

        if (_open.Count >= MostOpen)
            WriteOpen();
        ref Open open = ref CollectionsMarshal.GetValueRefOrAddDefault(_open, tid, out bool isThere);
        if (isThere)
            _rows.Add(open.Row);
        open = new Open { Row = Row(number, name, in at), Number = number, TimeNs = at.TimeNs, Losses = _losses };
    }

    private void Return(long number, long result, string? name, int tid, in CallMoment at)
    {
        if (tid <= 0)
            return;
        bool isThere = _open.Remove(tid, out Open open);
        if (isThere && (open.Number == number || number == NoNumber))
        {
            _rows.Add(open.Row with
            {
                DurationNs = open.Losses == _losses ? Math.Max(0, at.TimeNs - open.TimeNs) : null,
                Result = number == NoNumber ? null : result,
                Error = number == NoNumber ? TextId.None : ErrorOf(result),
            });
            return;
        }

        if (isThere)
            _rows.Add(open.Row);
        if (number != NoNumber && !(result == 0 && MakesThread(number)))
            _rows.Add(Row(number, name, in at) with { Result = result, Error = ErrorOf(result) });
    }

    private bool MakesThread(long number) =>
        (ulong)number < (ulong)_known.Length && _known[number] is "clone" or "clone3" or "fork" or "vfork";

    private SystemCallRow Row(long number, string? name, in CallMoment at) => new(
        at.Process, at.Thread, Math.Max(0, at.TimeNs - at.OriginNs), null, NameOf(number, name), 0, null, TextId.None, at.Stack);

    private void WriteOpen()
    {
        foreach (Open open in _open.Values)
            _rows.Add(open.Row);
        _open.Clear();
    }

    private TextId NameOf(long number, string? told)
    {
        ref TextId text = ref CollectionsMarshal.GetValueRefOrAddDefault(_names, number, out bool isKnown);
        if (!isKnown)
        {
            text = sink.Ids.Text((ulong)number < (ulong)_known.Length && _known[number] is { } name ? name
                : told ?? string.Create(CultureInfo.InvariantCulture, $"call {number}"));
        }

        return text;
    }

    private TextId ErrorOf(long result)
    {
        if (!ErrorNames.IsError(result))
            return TextId.None;
        ref TextId text = ref CollectionsMarshal.GetValueRefOrAddDefault(_errors, result, out bool isKnown);
        if (!isKnown)
            text = sink.Ids.Text(ErrorNames.Of(result));
        return text;
    }

    private Step? StepOf(TraceFormat format)
    {
        if (!_steps.TryGetValue(format.Id, out Step? step))
            _steps.Add(format.Id, step = Bind(format));
        return step;
    }

    private Step? Bind(TraceFormat format)
    {
        bool isEnter = format.Name.StartsWith(Enters, StringComparison.Ordinal);
        string kind = isEnter ? Enters : Exits;
        if (!format.Name.StartsWith(kind, StringComparison.Ordinal)
            || (format.System == Single && formats.Any(each => each.System == Raw && each.Name == kind)) || IsForWaits())
            return null;
        string? name = format.Name.Length > kind.Length + 1 ? format.Name[(kind.Length + 1)..] : null;
        SyscallEnterFields? enter = isEnter ? SyscallEnterFields.Bind(format) : null;
        SyscallExitFields? exit = isEnter ? null : SyscallExitFields.Bind(format);
        return enter is null && exit is null ? null : new Step(name, enter, exit);
    }

    // Earlier versions of Fathom recorded the entries into waits for futexes, to know where threads wait.
    private bool IsForWaits() => isOwn
        && formats.All(static each => !Has(each) || each.Name.StartsWith("sys_enter_futex", StringComparison.Ordinal));

    private sealed record Step(string? Name, SyscallEnterFields? Enter, SyscallExitFields? Exit);

    private struct Open
    {
        public SystemCallRow Row;
        public long Number;
        public long TimeNs;
        public int Losses;
    }
}
