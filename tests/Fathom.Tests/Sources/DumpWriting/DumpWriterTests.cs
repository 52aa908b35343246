using System.Diagnostics;
using Fathom.Model;
using Fathom.Model.Dumps;
using Fathom.Model.Recording;
using Fathom.Sources.DumpWriting;
using Fathom.Sources.Targets.Live;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Sources.DumpWriting;

/// <summary>How long a dump writer may take to begin with its file.</summary>
public sealed class DumpWriterTests
{
    private static readonly TimeSpan s_stopLimit = TimeSpan.FromSeconds(20);

    private const int Looks = 100;

    // Its disk is slow, or the process has very many mappings.
    [Fact]
    public void One_that_has_stopped_all_threads_may_take_as_long_as_it_needs()
    {
        using TestFolder folder = new();
        using Process target = Process.Start("sleep", "60");
        try
        {
            SlowWriter slow = new(Looks);
            DumpWriter writer = Make(target.Id, folder.File("dump"), slow);
            using (ProcessStop.Begin(target.Id, s_stopLimit))
                writer.Write(folder.File("dump"), 0, slow, TestContext.Current.CancellationToken);

            Assert.NotEqual(0, writer.StopTimestamp);
        }
        finally
        {
            target.Kill();
        }
    }

    [Fact]
    public void One_that_does_not_stop_all_threads_in_time_is_ended()
    {
        using TestFolder folder = new();
        using Process target = Process.Start("sleep", "60");
        try
        {
            SlowWriter slow = new(int.MaxValue);
            DumpWriter writer = Make(target.Id, folder.File("dump"), slow);

            FathomException error = Assert.Throws<FathomException>(() => writer.Write(folder.File("dump"), 0, slow, TestContext.Current.CancellationToken));

            Assert.Contains("did not begin to write", error.Message, StringComparison.Ordinal);
        }
        finally
        {
            target.Kill();
        }
    }

    // A process of one thread: 20 ms.
    private static DumpWriter Make(int pid, string file, IWriterStart start) => new(pid, DumpKind.Mini, file, start) { BeginLimit = TimeSpan.Zero, FrozenLimit = TimeSpan.Zero };

    // Ends without a file after it was looked for a number of times, 2 ms apart.
    private sealed class SlowWriter(int looks) : IWriterStart, IProgress<Progress>
    {
        private readonly TaskCompletionSource _end = new();
        private int _count;

        public string? Note => null;

        public Task RunAsync(DumpKind kind, string path, CancellationToken stop) => _end.Task;

        public void Report(Progress value)
        {
            if (++_count == looks)
                _end.SetResult();
        }
    }
}
