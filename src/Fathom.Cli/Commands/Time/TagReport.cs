using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Query.Questions;
using Fathom.Render.Time;

namespace Fathom.Cli.Commands.Time;

/// <summary>Answers with rows by tag.</summary>
internal static class TagReport
{
    /// <summary>The query of processor time.</summary>
    public const string Cpu = "time/cpu-tags";

    /// <summary>The query of waits.</summary>
    public const string Waits = "time/wait-tags";

    /// <summary>The query of allocations.</summary>
    public const string Allocations = "time/alloc-tags";

    /// <summary>The rows, below what security software and tracers cost.</summary>
    public static CommandResult Answer(Inquiry inquiry, SqlQuestion question)
    {
        ResultTable rows = inquiry.Session.Run(question, null, inquiry.Stop).Table;
        return inquiry.Result(new RequestedRows(rows)) with { Header = [.. WatcherText.Of(rows)] };
    }
}
