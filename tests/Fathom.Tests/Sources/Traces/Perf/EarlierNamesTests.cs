using Fathom.Model.Processes;
using Fathom.Model.Recording;
using Fathom.Model.Threads;
using Fathom.Sources.Traces.Perf;
using Fathom.TestSupport;
using Fathom.Tests.Formats.PerfData.Cutting;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Perf;

/// <summary>Processes and threads that were there before a recording began.</summary>
public sealed class EarlierNamesTests : IDisposable
{
    private readonly TestFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Who_began_a_process_that_is_there_does_not_change_its_names()
    {
        string file = _folder.File("perf.data");
        File.WriteAllBytes(file, new CutFile().Head().Began(static pipe =>
        {
            pipe.Thread(10, 10, "bash"u8);
            pipe.Thread(20, 20, "dotnet"u8);
            pipe.Thread(20, 21, "worker"u8);
            pipe.Parent(20, 10);
        }).Switch(100, 20, 20, isOut: false).Switch(110, 20, 20, isOut: true).Switch(120, 20, 21, isOut: false).Switch(130, 20, 21, isOut: true).Round().Bytes);
        CollectingSink sink = new();

        new PerfTraceExtractor(file).Run(sink, new Progress<Progress>(), TestContext.Current.CancellationToken);

        ProcessRow process = Assert.Single(sink.Rows<ProcessRow>(), static row => row.Pid == 20);
        Assert.Equal(("dotnet", 10), (sink.Text(process.Name), process.ParentPid));
        Assert.Equal(["dotnet", "worker"], sink.Rows<ThreadRow>().Where(row => row.ProcessId == process.ProcessId).OrderBy(static row => row.Tid).Select(row => sink.Text(row.Name)));
    }
}
