using System.Globalization;
using Fathom.Tests.Formats.NetTrace;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;

namespace Fathom.Tests.Sources.Traces.EventPipe;

/// <summary>Waits, compilations, searches for assemblies and changes of the thread pool by the TraceEvent library, as texts in the order of their begin.</summary>
internal sealed class RuntimeTablesOracle
{
    private readonly Dictionary<(int Kind, int Thread), List<(long Ns, string Key, string Text)>> _open = [];
    private readonly List<(long Ns, string Text)> _contentions = [], _waits = [], _pool = [], _methods = [], _assemblies = [];

    public IEnumerable<string> Contentions => Texts(_contentions);

    public IEnumerable<string> Waits => Texts(_waits);

    public IEnumerable<string> Pool => Texts(_pool);

    public IEnumerable<string> Methods => Texts(_methods);

    public IEnumerable<string> Assemblies => Texts(_assemblies);

    /// <summary>Ends without a begin.</summary>
    public int Unmatched { get; private set; }

    public static RuntimeTablesOracle Of(byte[] content)
    {
        RuntimeTablesOracle oracle = new();
        List<(long Ns, int Order, Action Read)> events = [];
        using EventPipeEventSource source = new(new MemoryStream(content));
        // The library hands events over as they are written; those of one thread are in order.
        oracle.Subscribe(source.Clr, (seen, read) => events.Add((Ns(seen), events.Count, read)));
        source.Process();
        foreach ((_, _, Action read) in events.OrderBy(static one => one.Ns).ThenBy(static one => one.Order))
            read();
        foreach (((int kind, int thread), List<(long Ns, string Key, string Text)> open) in oracle._open)
        {
            foreach ((long ns, _, string text) in open)
                oracle.Add(kind, thread, ns, null, text);
        }

        return oracle;
    }

    private static IEnumerable<string> Texts(List<(long Ns, string Text)> rows) =>
        rows.OrderBy(static row => row.Ns).ThenBy(static row => row.Text, StringComparer.Ordinal).Select(static row => row.Text);

    private void Subscribe(Microsoft.Diagnostics.Tracing.Parsers.ClrTraceEventParser clr, Action<TraceEvent, Action> then)
    {
        clr.ContentionStart += e =>
        {
            (long ns, int thread) = (Ns(e), e.ThreadID);
            string text = $"{Flags(e.ContentionFlags)} {(e.Version >= 2 ? e.LockID : 0):x} {(e.Version >= 2 ? e.LockOwnerThreadID : 0)}";
            then(e, () => Begin(0, thread, ns, "", text));
        };
        clr.ContentionStop += e => Then(e, 0, "", (ns, thread) => e.Version >= 1 ? $"{Flags(e.ContentionFlags)} 0 0" : null, then, e.Version >= 1 ? (long)e.DurationNs : null);
        clr.WaitHandleWaitStart += e =>
        {
            (long ns, int thread, string text) = (Ns(e), e.ThreadID, e.WaitSource.ToString());
            then(e, () => Begin(1, thread, ns, "", text));
        };
        clr.WaitHandleWaitStop += e => Then(e, 1, "", static (_, _) => null, then);
        clr.ThreadPoolWorkerThreadStart += e => OnPool(e, $"worker start {e.ActiveWorkerThreadCount}", then);
        clr.ThreadPoolWorkerThreadStop += e => OnPool(e, $"worker stop {e.ActiveWorkerThreadCount}", then);
        clr.ThreadPoolWorkerThreadWait += e => OnPool(e, $"worker wait {e.ActiveWorkerThreadCount}", then);
        clr.ThreadPoolWorkerThreadAdjustmentAdjustment += e =>
            OnPool(e, string.Create(CultureInfo.InvariantCulture, $"adjustment {e.NewWorkerThreadCount} {e.AverageThroughput:R} {(int)e.Reason}"), then);
        clr.MethodJittingStarted += e =>
        {
            (long ns, int thread, string key) = (Ns(e), e.ThreadID, $"{e.MethodID}");
            string text = $"{Name(e.MethodNamespace, e.MethodName)} {e.MethodSignature} il {(e.MethodILSize == 0 ? "" : e.MethodILSize.ToString(CultureInfo.InvariantCulture))}";
            then(e, () => Begin(2, thread, ns, key, text));
        };
        clr.MethodLoadVerbose += e =>
        {
            if (e.IsJitted)
                Code(e, $"{e.MethodID}", $"{Name(e.MethodNamespace, e.MethodName)} {e.MethodSignature} il ", $" code {e.MethodSize} at {e.MethodStartAddress:x} {e.OptimizationTier}", then);
        };
        clr.AssemblyLoaderStart += e =>
        {
            (long ns, int thread, string key, string text) =
                (Ns(e), e.ThreadID, $"{e.AssemblyName}|{e.AssemblyPath}", $"bind {e.AssemblyName} {e.AssemblyPath} by {e.RequestingAssembly} in {e.AssemblyLoadContext}");
            then(e, () => Begin(3, thread, ns, key, text));
        };
        clr.AssemblyLoaderStop += e =>
        {
            (long ns, int thread, string key, string text) = (Ns(e), e.ThreadID, $"{e.AssemblyName}|{e.AssemblyPath}", $" found {e.Success} {e.Cached} {e.ResultAssemblyName} {e.ResultAssemblyPath}");
            then(e, () => End(3, thread, ns, key, text, null));
        };
        clr.LoaderAssemblyLoad += e =>
        {
            (long ns, int thread, string name) = (Ns(e), e.ThreadID, e.FullyQualifiedAssemblyName);
            then(e, () => _assemblies.Add((ns, $"{ns} +none {thread} load {name}")));
        };
    }

    private void Then(TraceEvent e, int kind, string key, Func<long, int, string?> alone, Action<TraceEvent, Action> then, long? told = null)
    {
        (long ns, int thread, string? text) = (Ns(e), e.ThreadID, alone(0, 0));
        then(e, () => End(kind, thread, ns, key, "", text is null ? null : (told!.Value, text)));
    }

    private void OnPool(TraceEvent e, string text, Action<TraceEvent, Action> then)
    {
        (long ns, int thread) = (Ns(e), e.ThreadID);
        then(e, () => _pool.Add((ns, $"{ns} {thread} {text}")));
    }

    private void Code(TraceEvent e, string key, string named, string text, Action<TraceEvent, Action> then)
    {
        (long ns, int thread) = (Ns(e), e.ThreadID);
        then(e, () =>
        {
            if (!TryEnd(2, thread, ns, key, text))
                Add(2, thread, ns, null, named + text);
        });
    }

    private void Begin(int kind, int thread, long ns, string key, string text)
    {
        if (!_open.TryGetValue((kind, thread), out List<(long, string, string)>? open))
            _open.Add((kind, thread), open = []);
        open.Add((ns, key, text));
    }

    private void End(int kind, int thread, long ns, string key, string text, (long Told, string Text)? alone)
    {
        if (TryEnd(kind, thread, ns, key, text))
            return;
        if (alone is { } row)
            Add(kind, thread, ns - row.Told, row.Told, row.Text);
        else if (kind == 1 && !_open.ContainsKey((kind, thread)))
            Add(kind, thread, 0, ns, "Unknown");
        else
            Unmatched++;
    }

    private bool TryEnd(int kind, int thread, long ns, string key, string text)
    {
        int at = _open.TryGetValue((kind, thread), out List<(long Ns, string Key, string Text)>? open) ? open.FindLastIndex(one => one.Key == key) : -1;
        if (at < 0)
            return false;
        Add(kind, thread, open![at].Ns, ns - open[at].Ns, open[at].Text + text);
        for (int inner = at + 1; inner < open.Count; inner++)
            Add(kind, thread, open[inner].Ns, null, open[inner].Text);
        open.RemoveRange(at, open.Count - at);
        return true;
    }

    private void Add(int kind, int thread, long ns, long? duration, string text) =>
        new[] { _contentions, _waits, _methods, _assemblies }[kind].Add((ns, $"{ns} +{duration?.ToString(CultureInfo.InvariantCulture) ?? "none"} {thread} {text}"));

    private static string Name(string type, string name) => type.Length == 0 ? name : $"{type}.{name}";

    private static string Flags(ContentionFlags flags) => flags == ContentionFlags.Native ? "native" : "managed";

    private static long Ns(TraceEvent seen) => TraceEventOracle.NsOf(seen);
}
