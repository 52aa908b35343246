using System.CommandLine;
using Fathom.Cli.Options;
using Fathom.Cli.Verbs;
using Fathom.Query.Time;

namespace Fathom.Cli.Commands.Time;

/// <summary>A verb whose rows are groups (<c>--by</c>) of what happened, or each of it (<c>--each</c>).</summary>
internal abstract class GroupedViewCommand : TraceViewCommand
{
    private readonly RowGroups _groups;
    private readonly Switch _each;

    /// <summary>Declares the verb and both options.</summary>
    /// <param name="verb">What it answers from.</param>
    /// <param name="summary">One sentence for the help.</param>
    /// <param name="groups">Its groups.</param>
    /// <param name="isOfPrograms">Whether its rows are those of the recorded programs unless all processes are asked for.</param>
    protected GroupedViewCommand(TraceVerb verb, string summary, RowGroups groups, bool isOfPrograms = false)
        : base(verb, summary, isOfPrograms: isOfPrograms)
    {
        _groups = groups;
        Add(By = OptionCatalog.Value("--by", groups.Names, groups.ByHelp));
        Add(_each = new Switch("--each", groups.EachHelp));
    }

    /// <summary>The option that chooses a grouping.</summary>
    protected Option<string?> By { get; }

    /// <inheritdoc/>
    protected sealed override string Query => _groups.Queries[0].Query;

    /// <inheritdoc/>
    protected sealed override string? OtherRows(AskedSubjects asked) =>
        asked.Has(_each) ? _each.Name : asked.Value(By) is null ? null : By.Name;

    /// <inheritdoc/>
    protected sealed override string QueryFor(AskedSubjects asked)
    {
        if (asked.Has(_each))
            return _groups.Each;
        if (asked.Value(By) is not { } by)
            return Query;
        return Array.Find(_groups.Queries, one => one.Name == by).Query
            ?? throw FathomException.Usage($"'{by}' in '{By.Name} {by}' is not a grouping of {_groups.Of}.", $"{By.Name} {_groups.Names}");
    }

    /// <inheritdoc/>
    protected sealed override void Prepare(AskedSubjects asked)
    {
        base.Prepare(asked);
        if (asked.Has(_each) && asked.Value(By) is not null)
            throw FathomException.Usage($"'{_each.Name}' and '{By.Name}' contradict each other.", "leave one of them out");
    }
}
