using System.Globalization;
using Fathom.Cli.Options;
using Fathom.Cli.Output;
using Fathom.Cli.Sources;
using Fathom.Model.Conditions;

namespace Fathom.Cli.Verbs;

/// <summary>A view <c>diff A B</c>: two subjects are read alike and compared, B minus A.</summary>
internal abstract class DiffViewCommand : SubjectCommand
{
    private const string Status = "status";

    private readonly Switch _all = new("--all", "Shows the rows that did not change too, as CSV and JSON always do.");

    /// <summary>Declares the view.</summary>
    /// <param name="summary">One sentence for the help.</param>
    /// <param name="before">What A is, for the help.</param>
    /// <param name="after">What B is, for the help.</param>
    /// <param name="mayLackAfter">Whether the view has a meaning without B.</param>
    protected DiffViewCommand(string summary, string before, string after, bool mayLackAfter = false)
        : base("diff", summary, Subject(before, "a"), Subject(after, "b", mayLackAfter))
    {
    }

    /// <summary>Declares a view that finds the words for its subjects itself.</summary>
    /// <param name="name">The word on the command line.</param>
    /// <param name="summary">One sentence for the help.</param>
    protected DiffViewCommand(string name, string summary)
        : base(name, summary)
    {
    }

    /// <summary>Adds <c>--all</c>, for rows that say in <c>status</c> whether they changed.</summary>
    protected void AddAll() => Add(_all);

    /// <summary>Whether rows that did not change are left out: in tables for people, where no condition and no limit is about them.</summary>
    protected bool ShowsChanges(Asked asked) => asked.Request.Target.IsForPeople && !asked.Has(_all) && asked.Request.JudgesTotalsOnly
        && !asked.Request.Where.Any(static condition => condition.Parts.Any(static part => part.Column == Status));

    /// <summary>What keeps the rows that changed, or those that did not.</summary>
    protected static Condition Changed(bool isSo) => Condition.Parse(OutputOptions.WhereName, $"{Status}={(isSo ? "!" : "")}same");

    /// <summary>What is said of the rows that are left out; null for none.</summary>
    protected static string? Unchanged(long rows) => rows == 0
        ? null
        : string.Create(CultureInfo.InvariantCulture, $"{rows:#,##0} {(rows == 1 ? "row" : "rows")} without a change (--all)");

    /// <summary>Adds the options for the result and the source, behind those of the view.</summary>
    /// <param name="features">The options for the result that work.</param>
    /// <param name="anyProcess">Whether a process without .NET can be asked about.</param>
    /// <param name="asksRuntime">Whether the runtime of a process is asked.</param>
    protected void AddOthers(OutputFeatures features = OutputFeatures.View, bool anyProcess = false, bool asksRuntime = true)
    {
        AddOutput(features);
        Source = new SourceOptions(this, saves: false, anyProcess, asksRuntime, stops: !anyProcess);
    }
}
