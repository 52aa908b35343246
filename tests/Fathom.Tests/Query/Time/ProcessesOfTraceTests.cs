using Fathom.Model.Results;
using Fathom.Query.Sessions;
using Fathom.Query.Statements;
using Fathom.Storage.Recordings;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Query.Time;

/// <summary>What is said of a process, and what is not known.</summary>
public sealed class ProcessesOfTraceTests
{
    private const string Header = "process,pid,threads,running_ns,ready_ns,waiting_ns,cpu_ns,samples,start_ns,end_ns,dotnet,unknown_ns,command_line\n";

    [Fact]
    public void Code_of_the_runtime_on_a_stack_tells_a_NET_program_and_its_absence_tells_nothing()
    {
        using TestFolder folder = new();
        using RecordingReader recording = TraceRecordings.OfPrograms(folder, "a");

        // The second process has no switches; the third ended with its last thread.
        Assert.Equal(Header + "bash,30,2,60,1,60,1000000,1,,90,,7,\nshop,10,1,60,5,30,1000000,1,5,,true,0,\nstock,20,1,,,,,0,,,true,100,\n", Csv(recording));
    }

    [Fact]
    public void Where_no_sample_was_kept_their_number_is_not_zero()
    {
        using TestFolder folder = new();
        using RecordingReader recording = TraceRecordings.OfPerf(folder, "a");

        Assert.Equal(Header + "bash,30,2,60,1,60,,,,90,,7,\nshop,10,1,60,5,30,,,5,,,0,\nstock,20,1,,,,,,,,,100,\n", Csv(recording));
    }

    private static string Csv(RecordingReader recording)
    {
        using QuerySession session = QuerySession.Open(recording);
        ResultTable table = session.Run("time/processes", TestContext.Current.CancellationToken, QueryParameter.Of("rec", 0));
        int[] columns = [.. Header.TrimEnd('\n').Split(',').Select(table.IndexOf)];
        return TwoRecordings.Csv(new ResultTable([.. columns.Select(at => table.Columns[at])], [.. table.Rows.Select(row => Array.ConvertAll(columns, at => row[at]))]));
    }
}
