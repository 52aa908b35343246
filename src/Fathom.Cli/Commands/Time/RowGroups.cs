namespace Fathom.Cli.Commands.Time;

/// <summary>The groups that rows of a verb can be, and the rows that are grouped.</summary>
/// <param name="Of">What is grouped, in a sentence: requests to disks.</param>
/// <param name="ByHelp">Help of <c>--by</c>.</param>
/// <param name="EachHelp">Help of <c>--each</c>.</param>
/// <param name="Each">The query of the single rows.</param>
/// <param name="Queries">Name and query of each grouping; the first is the default.</param>
internal sealed record RowGroups(string Of, string ByHelp, string EachHelp, string Each, params (string Name, string Query)[] Queries)
{
    /// <summary>The names of the groupings, as help shows a choice.</summary>
    public string Names => string.Join('|', Queries.Select(static one => one.Name));
}
