using System.Diagnostics;
using System.Runtime;
using Fathom.Serializers.Kit.Adapters;
using Fathom.Serializers.Kit.Cases;
using Fathom.Serializers.Kit.Checking;
using Fathom.Serializers.Kit.Measuring;
using Fathom.Serializers.Kit.OwnTypes;
using Fathom.Serializers.Kit.Protocol;

namespace Fathom.Serializers.Kit.Sessions;

/// <summary>
/// What the first write and the first read of a type cost in a fresh process, and those of a second type after them. Data is made before; nothing of the
/// library has run then, nor has anything of the framework that the data does not need.
/// </summary>
internal static class FirstCall
{
    // A second type tells what a type costs from what the library costs; these two share no class.
    private const string UsualSecond = "media-content";
    private const string OtherSecond = "bookshelf";

    /// <summary>Does it.</summary>
    /// <param name="entry">The serializer.</param>
    /// <param name="fields">Fields as of a line: <c>case=NAME</c>, <c>second=NAME</c> and dials.</param>
    public static Message Run(SerializerEntry entry, string[] fields)
    {
        try
        {
            Message request = Message.Parse(string.Join('\t', ["first-call", .. fields]));
            SerializerCase one = request.Text("assembly") is not null ? OwnTypeSource.Load(request).Case : Find(request.Required("case"));
            SerializerCase second = Find(request.Text("second") ?? (one.Name == UsualSecond ? OtherSecond : UsualSecond));
            CaseDials dials = CaseDials.From(request);
            return Measure(entry, FirstCalls.Prepare(one, dials), FirstCalls.Prepare(second, dials));
        }
        catch (Exception reason) when (reason is not OutOfMemoryException)
        {
            return Session.FailureOf(reason);
        }
    }

    private static SerializerCase Find(string name) => CaseCatalog.Find(name) ?? throw new ProtocolException($"there is no case '{name}'");

    private static Message Measure(SerializerEntry entry, FirstCalls first, FirstCalls second)
    {
        long failedLoads = 0;
        // Asked only after all probing of the runtime has failed.
        AppDomain.CurrentDomain.AssemblyResolve += (_, _) =>
        {
            failedLoads++;
            return null;
        };
        long methods = JitInfo.GetCompiledMethodCount();
        TimeSpan jitTime = JitInfo.GetCompilationTime();
        int assemblies = AppDomain.CurrentDomain.GetAssemblies().Length;
        long start = Stopwatch.GetTimestamp();
        SerializerAdapter adapter = entry.Create();
        first.Write(adapter);
        long written = Stopwatch.GetTimestamp();
        first.Read();
        if (Touch(first, out long touched) is { } lost)
            return AddOutcome(new Message("first-call"), CheckResult.Of(lost, first.SizeBytes));
        long read = Stopwatch.GetTimestamp();
        Message answer = new Message("first-call")
            .With("first_write_ns", Nanoseconds(written - start))
            .With("first_read_ns", Nanoseconds(read - written))
            .With("methods", JitInfo.GetCompiledMethodCount() - methods)
            .With("jit_ns", (JitInfo.GetCompilationTime() - jitTime).Ticks * 100)
            .With("assemblies", AppDomain.CurrentDomain.GetAssemblies().Length - assemblies)
            .With("failed_loads", failedLoads)
            .With("size_bytes", first.SizeBytes);
        AddSecond(answer, adapter, second);
        // Checked after what is timed, so that the comparison warms nothing up.
        Difference? difference = adapter.Describe().Role == SerializerRole.Overhead ? null : first.Compare();
        AddOutcome(answer.With("touched", touched), CheckResult.Of(difference, first.SizeBytes));
        // Asked for at the end, and from inside: to the kernel, a started process has the peak of the one that started it as long as its own is smaller.
        return ResidentMemory.PeakBytes() is { } peak ? answer.With("peak_rss_bytes", peak) : answer;
    }

    // What came back without a member that was there cannot be read leaf by leaf; the comparison tells which.
    private static Difference? Touch(FirstCalls first, out long touched)
    {
        try
        {
            touched = first.Touch();
            return null;
        }
        catch (NullReferenceException) when (first.Compare() is { } lost)
        {
            touched = 0;
            return lost;
        }
    }

    private static Message AddOutcome(Message answer, CheckResult result) => answer.With("outcome", result.Outcome).With("difference", result.Detail);

    // A serializer that takes only the first type has no second.
    private static void AddSecond(Message answer, SerializerAdapter adapter, FirstCalls second)
    {
        try
        {
            long start = Stopwatch.GetTimestamp();
            second.Write(adapter);
            long written = Stopwatch.GetTimestamp();
            second.Read();
            long read = Stopwatch.GetTimestamp();
            answer.With("second_write_ns", Nanoseconds(written - start)).With("second_read_ns", Nanoseconds(read - written));
        }
        catch (Exception reason) when (reason is not OutOfMemoryException)
        {
            answer.With("second_failure", $"{reason.GetType().FullName}: {reason.Message}");
        }
    }

    private static long Nanoseconds(long ticks) => (long)(ticks * (1e9 / Stopwatch.Frequency));
}
