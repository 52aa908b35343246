using System.Globalization;
using Fathom.Sources.Events.Requests;
using Fathom.Sources.Events.Sessions;

namespace Fathom.Capture.Triggers;

/// <summary>
/// A request that the program answers took as long as was asked for, or runs that long already. One that had begun before this listened
/// is not seen: its begin was not told.
/// </summary>
internal sealed class RequestMet : EventMet
{
    private const int MostOpen = 1 << 16;
    private const int UsualChars = 512;

    // Runtimes send what they have ten times a second: an end that is under way is not overlooked.
    private const long SentNs = 300_000_000;

    private readonly IReadOnlyList<RequestCondition> _wanted;
    private readonly Lock _gate = new();
    private readonly OpenConnections<OpenRequest> _open;
    private readonly HashSet<OpenRequest> _running = [];
    private readonly bool[] _isMet;
    private readonly long[] _counts;
    private readonly long[] _longestNs;
    private long _count;

    /// <summary>Waits for requests.</summary>
    public RequestMet(IReadOnlyList<RequestCondition> wanted)
    {
        _wanted = wanted;
        _isMet = new bool[wanted.Count];
        _counts = new long[wanted.Count];
        _longestNs = new long[wanted.Count];
        _open = new OpenConnections<OpenRequest>(MostOpen, lost => _running.Remove(lost));
        Consumer = new ServedRequestConsumer { OnStart = OnStart, OnEnd = OnEnd, OnClosed = OnClosed };
    }

    public override EventConsumer Consumer { get; }

    public override TimeSpan Interval => TimeSpan.FromMilliseconds(_wanted.Any(static each => each.RunningNs is not null) ? 250 : 1000);

    public override IReadOnlyList<string> Unmet
    {
        get
        {
            lock (_gate)
                return [.. Enumerable.Range(0, _isMet.Length).Where(i => !_isMet[i]).Select(UnmetOf)];
        }
    }

    public override TriggerCause? Look(long timestamp, CancellationToken stop) => base.Look(timestamp, stop) ?? LongRunning(timestamp);

    private void OnStart(in EventOrigin origin, in ServedRequest request)
    {
        int room = RoutePattern.Room(request.Path.Length);
        ReadOnlySpan<char> route = RoutePattern.Of(request.Path, room <= UsualChars ? stackalloc char[UsualChars] : new char[room]);
        lock (_gate)
        {
            _count++;
            ulong kinds = 0;
            for (int i = 0; i < _wanted.Count; i++)
                kinds |= _wanted[i].IsOf(route, request.Path) ? 1UL << i : 0;
            OpenRequest open = new(origin.MonotonicNs, kinds, kinds == 0 ? "" : $"{request.Method} {request.Path}");
            if (_open.Start(0, request, open) && kinds != 0)
                _running.Add(open);
        }
    }

    private void OnEnd(in EventOrigin origin, in ServedRequest request)
    {
        lock (_gate)
        {
            if (!_open.End(0, request, out OpenRequest open) || !_running.Remove(open))
                return;
            long durationNs = origin.MonotonicNs - open.StartNs;
            int first = -1;
            for (int i = 0; i < _wanted.Count; i++)
            {
                if (!open.IsOf(i))
                    continue;
                _counts[i]++;
                _longestNs[i] = Math.Max(_longestNs[i], durationNs);
                // A request that was reported while it ran counts once.
                if (!_wanted[i].Holds(durationNs) || open.IsTold(i))
                    continue;
                _isMet[i] = true;
                first = first < 0 ? i : first;
            }

            if (first >= 0)
            {
                string told = $"{_wanted[first].Text} ({open.Text} took {Milliseconds(durationNs)})";
                Met(new TriggerCause(told, StopwatchTime.Of(origin.MonotonicNs)) { Moment = "the end of the request" });
            }
        }
    }

    private void OnClosed(in EventOrigin origin, in ServedRequest request)
    {
        lock (_gate)
            _open.Close(0, request.ConnectionId);
    }

    private TriggerCause? LongRunning(long timestamp)
    {
        long nowNs = StopwatchTime.MonotonicNs(timestamp);
        lock (_gate)
        {
            OpenRequest? longest = null;
            int kind = 0;
            foreach (OpenRequest open in _running)
            {
                for (int i = 0; i < _wanted.Count; i++)
                {
                    if (!open.IsOf(i) || _wanted[i].RunningNs is not { } least || nowNs - open.StartNs - SentNs < least)
                        continue;
                    _isMet[i] = true;
                    open.Tell(i);
                    if (longest is null || open.StartNs < longest.StartNs)
                        (longest, kind) = (open, i);
                }
            }

            if (longest is null)
                return null;
            string time = Milliseconds(nowNs - longest.StartNs);
            return new TriggerCause($"{_wanted[kind].Text} ({longest.Text} has run for {time} and had not ended)", timestamp);
        }
    }

    private string UnmetOf(int condition)
    {
        CultureInfo english = CultureInfo.InvariantCulture;
        string seen = _count == 0 ? "the program began to answer no request while it waited, by the events of ASP.NET Core (Kestrel)"
            : _counts[condition] == 0 ? string.Create(english, $"of {_count:#,##0} requests none was of that kind and ended")
            : string.Create(english, $"the longest of {_counts[condition]:#,##0} requests took {Milliseconds(_longestNs[condition])}");
        return $"'{_wanted[condition].Text}' was not met: {seen}.";
    }

    /// <summary>A request that has begun.</summary>
    /// <param name="startNs">When, on CLOCK_MONOTONIC.</param>
    /// <param name="kinds">A bit for each condition that it is of.</param>
    /// <param name="text">Method and path.</param>
    private sealed class OpenRequest(long startNs, ulong kinds, string text)
    {
        private ulong _told;

        public long StartNs => startNs;

        public string Text => text;

        public void Tell(int condition) => _told |= 1UL << condition;

        public bool IsTold(int condition) => (_told >> condition & 1) != 0;

        public bool IsOf(int condition) => (kinds >> condition & 1) != 0;
    }
}
