using Fathom.Cli.Frame;
using Fathom.Model.Conditions;
using Fathom.Model.Results;
using Fathom.Model.Shaping;
using Fathom.Render.Output;

namespace Fathom.Cli.Output;

/// <summary>What the user wants to see, read but not yet compared with the columns that there are.</summary>
/// <param name="Context">The run.</param>
/// <param name="Target">Where the result goes.</param>
internal sealed record OutputRequest(CommandContext Context, OutputTarget Target)
{
    public int? Top { get; init; }

    public string? Sort { get; init; }

    public string? Columns { get; init; }

    /// <summary>Whether <c>--columns</c> works, so that a narrow terminal may leave columns out.</summary>
    public bool ChoosesColumns { get; init; }

    /// <summary>Whether <c>--top</c> was given.</summary>
    public bool IsTopGiven { get; init; }

    /// <summary>Whether nothing is asked of the rows of a table for people: a verb may show those that matter and say what it leaves out.</summary>
    public bool ShowsWhatMatters =>
        Target.IsForPeople && !IsTopGiven && Sort is null && Columns is null && Where.Count == 0 && JudgesTotalsOnly;

    /// <summary>Whether no limit looks at the rows.</summary>
    public bool JudgesTotalsOnly => FailIf.All(static limit => limit.Parts.All(static part => part.Row is not null));

    /// <summary>Whether each loss makes an answer partial, however small.</summary>
    public bool IsStrict { get; init; }

    public IReadOnlyList<Condition> Where { get; init; } = [];

    public IReadOnlyList<Condition> FailIf { get; init; } = [];

    /// <summary>Compares the wishes with what the verb answers with. Do this before any work.</summary>
    /// <exception cref="FathomException">A column does not exist, a value does not fit it (<see cref="ExitCode.Usage"/>), the file has another header (<see cref="ExitCode.Target"/>).</exception>
    public OutputPlan Bind(ResultShape shape)
    {
        ColumnChoice columns = ColumnChoice.Parse(Columns, shape, Target.IsForPeople);
        if (!ChoosesColumns)
            columns = columns.AsAsked();
        if (Target.Append)
            CsvAppend.Check(Target.File!, columns.Apply(new ResultTable(shape.Columns, [])), shape.IsSnapshot, Context.Stop);
        ResultShaper shaper = new(
            new RowFilter(Where, shape), new LimitCheck(FailIf, shape), Sort is null ? null : RowOrder.Parse(Sort, shape), columns, Top);
        return new OutputPlan(Context, Target, shaper) { IsStrict = IsStrict };
    }
}
