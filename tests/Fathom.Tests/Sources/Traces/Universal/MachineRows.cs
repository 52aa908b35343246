using Fathom.Model.Processes;
using Fathom.Model.Recording;
using Fathom.Model.Stacks;
using Fathom.Model.Threads;
using Fathom.Model.Traces;
using Fathom.Sources.Traces.EventPipe;
using Fathom.TestSupport;
using Fathom.Tests.Sources.Heap;

namespace Fathom.Tests.Sources.Traces.Universal;

/// <summary>What a stream of a machine-wide recorder becomes, in words.</summary>
internal sealed class MachineRows
{
    private MachineRows(CollectingSink sink) => Sink = sink;

    public CollectingSink Sink { get; }

    public static MachineRows Of(MachineTraceBytes trace) => Of(trace.Bytes());

    public static MachineRows Of(byte[] content)
    {
        using TestFolder folder = new();
        string file = folder.File("machine.nettrace");
        File.WriteAllBytes(file, content);
        CollectingSink sink = new();
        new NetTraceExtractor(file).Run(sink, new Progress<Progress>(), CancellationToken.None);
        return new MachineRows(sink);
    }

    /// <summary>Each sample: process, pid, tid and stack, innermost first.</summary>
    public IEnumerable<string> Samples() => Sink.Rows<CpuSampleRow>().Select(row => $"{Who(row.ThreadId)}: {Stack(row.StackId)}").Order(StringComparer.Ordinal);

    /// <summary>The innermost frame of each sample, in the order of time.</summary>
    public IEnumerable<string> Leaves() => Sink.Rows<CpuSampleRow>().OrderBy(static row => row.TsNs).Select(row => Stack(row.StackId).Split(" < ")[0]);

    public IEnumerable<long?> Weights() => Sink.Rows<CpuSampleRow>().Select(static row => row.WeightNs);

    public IEnumerable<string> Processes() => Sink.Rows<ProcessRow>().Select(row => $"{Sink.Text(row.Name)} {row.Pid}").Order(StringComparer.Ordinal);

    public IEnumerable<(string Kind, string Name, string? BuildId, string Reason)> Images() => Sink.Rows<CodeImageRow>()
        .Select(row => (Sink.Text(row.Kind)!, Sink.Text(row.Name)!, Sink.Text(row.BuildId), Sink.Text(row.Reason)!)).OrderBy(static image => image.Item1, StringComparer.Ordinal);

    public (string Kind, string? Module) KindOf(string name)
    {
        MethodRow method = Sink.Rows<MethodRow>().Single(row => Sink.Text(row.Name) == name);
        return (Sink.Text(Sink.Rows<FrameRow>().First(row => row.MethodId == method.MethodId).Kind)!, Sink.Text(method.Module));
    }

    public long Lost(string reason) => Sink.Losses.Where(loss => Sink.Text(loss.Reason) == reason).Sum(static loss => loss.Count);

    /// <summary>The names of a stack, innermost first.</summary>
    public string Stack(uint stack)
    {
        Dictionary<uint, uint> frames = Sink.Rows<FrameRow>().ToDictionary(static row => row.FrameId, static row => row.MethodId);
        Dictionary<uint, string> methods = Sink.Rows<MethodRow>().ToDictionary(static row => row.MethodId, row => Sink.Text(row.Name)!);
        return string.Join(" < ", Sink.Rows<StackFrameRow>().Where(row => row.StackId == stack).OrderBy(static row => row.Depth).Select(row => methods[frames[row.FrameId]]));
    }

    private string Who(uint threadId)
    {
        ThreadRow thread = Sink.Rows<ThreadRow>().Single(row => row.ThreadId == threadId);
        ProcessRow process = Sink.Rows<ProcessRow>().Single(row => row.ProcessId == thread.ProcessId);
        return $"{Sink.Text(process.Name)} {process.Pid} {thread.Tid}";
    }
}
