using System.CommandLine;
using System.Globalization;
using Fathom.Cli.Options;
using Fathom.Cli.Output;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Model.Traces;
using Fathom.Model.Trees;
using Fathom.Query.Questions;
using Fathom.Query.Trees;
using Fathom.Render.Formats;

namespace Fathom.Cli.Commands.Time;

/// <summary>The options of a verb on traces that show its figures as a tree of calls, and the answer with such a tree.</summary>
internal sealed class TreeView
{
    private const string TreeName = "--tree";
    private const string CallersName = "--callers";
    private const string CalleesName = "--callees";
    private const string MinShareName = "--min-share";
    private const string AllFramesName = "--all-frames";

    // Lines of a screen beside those of the tree: header, heading, notes, prompt.
    private const int OtherLines = 10;
    private static readonly double[] s_shares =
        [TreeOptions.UsualShare, 0.015, 0.02, 0.025, 0.03, 0.035, 0.04, 0.05, 0.06, 0.07, 0.08, 0.09, 0.1, 0.12, 0.15, 0.2];

    private readonly TreeMeasure _measure;
    private readonly Switch _tree = new(TreeName, "Shows calls as a tree, from where threads begin.");
    private readonly Option<string?> _callers = OptionCatalog.Value(
        CallersName, "METHOD", "Shows who calls a method (or its end), as a tree.");
    private readonly Option<string?> _callees = OptionCatalog.Value(
        CalleesName, "METHOD", "Shows what a method calls, as a tree.");
    private readonly Option<string?> _minShare = OptionCatalog.Value(
        MinShareName, "PERCENT", "Folds branches of a tree below this share of its root: 1% by default, more where a terminal is too low.");
    private readonly Switch _allFrames = new(
        AllFramesName, "Shows each frame of code that is not the program's own, where a tree has several in one line.");

    /// <summary>Adds the options to a command.</summary>
    public TreeView(GroupedCommand command, TreeMeasure measure)
    {
        _measure = measure;
        command.Add(_tree);
        command.Add(_callers);
        command.Add(_callees);
        command.AddGroup("Stacks").Add(_minShare, _allFrames);
    }

    /// <summary>The query with the sums by stack.</summary>
    public string Query => _measure.Query;

    /// <summary>The columns of a tree, or of stacks.</summary>
    public ResultShape ShapeOf(Asked asked) =>
        IsExport(asked) ? _measure.StackShape
        : asked.Value(_callers) is null ? _measure.Shape
        : _measure.Shape.Detailing(_measure.Self.Name);

    /// <summary>Whether a tree is asked for, or a format that writes stacks.</summary>
    /// <param name="asked">The command line.</param>
    /// <param name="otherRows">The option that asks for rows of another kind; null where none is given.</param>
    /// <exception cref="FathomException">An option contradicts another one, or needs one (<see cref="ExitCode.Usage"/>).</exception>
    public bool IsAsked(Asked asked, string? otherRows)
    {
        string? export = IsExport(asked) ? $"--format {asked.Request.Target.Format.Name}" : null;
        string?[] rows = [asked.Has(_tree) ? TreeName : null, Given(asked, _callers), Given(asked, _callees), export, otherRows];
        string[] given = [.. rows.OfType<string>()];
        bool isAsked = given.Length > (otherRows is null ? 0 : 1);
        if (isAsked && given.Length > 1)
            throw FathomException.Usage($"'{given[0]}' and '{given[1]}' contradict each other.", "leave one of them out");
        string? alone = isAsked && export is null ? null : Given(asked, _minShare) ?? (asked.Has(_allFrames) ? AllFramesName : null);
        if (alone is not null)
            throw FathomException.Usage(
                $"'{alone}' has no effect without a tree.", $"add {TreeName}, {CallersName} METHOD or {CalleesName} METHOD");
        if (export is not null && asked.Request.Columns is { } columns)
            throw FathomException.Usage(
                $"'--columns {columns}' has no effect on {asked.Request.Target.Format.Title}.", "leave it out, or use --format csv");
        if (isAsked)
            _ = Share(asked);
        return isAsked;
    }

    /// <summary>What the tree shows, for the line above it.</summary>
    public string Content(Asked asked) =>
        asked.Value(_callers) is { } called ? $"{_measure.Title} by callers of {called}"
        : asked.Value(_callees) is { } caller ? $"{_measure.Title} by what {caller} calls"
        : $"{_measure.Title} by calls";

    /// <summary>The tree.</summary>
    public CommandResult Answer(string verb, Asked asked, Inquiry inquiry, SqlQuestion question, TraceFacts facts)
    {
        OutputFormat format = asked.Request.Target.Format;
        StackProfileReader reader = new(inquiry.Session, 0, inquiry.Stop) { KeepsKeys = format.ShowsTimes };
        StackProfile profile = reader.Read(question);
        if (IsExport(asked))
        {
            string title = $"{_measure.Title} in {Path.GetFileName(inquiry.Subjects[0].TrimEnd('/'))}";
            StackExport export = new(profile, title, _measure.Total.Unit == ColumnUnit.Bytes)
            {
                CountName = _measure.Lasts ? "waits" : "samples",
                DurationNs = facts.Window?.LengthNs ?? facts.DurationNs,
                Times = format.ShowsTimes
                    ? new StackTimesReader(inquiry.Session, question, reader, facts, _measure.Lasts, inquiry.Stop) : null,
            };
            return inquiry.Result(new RequestedRows(_measure.Stacks(profile))) with { Stacks = export };
        }

        if (profile.Stacks.Length == 0)
            return inquiry.Result(new RequestedRows(new ResultTable(ShapeOf(asked).Columns, [])));
        (string Option, string Method)? about =
            asked.Value(_callers) is { } called ? (CallersName, called)
            : asked.Value(_callees) is { } caller ? (CalleesName, caller)
            : null;
        MethodMatch? match = about is { } given ? MethodMatch.Find(profile, inquiry.Subjects[0], given.Option, verb, given.Method) : null;
        bool allFrames = asked.Has(_allFrames);
        CallTree tree = match is null ? CallTree.TopDown(profile, allFrames)
            : about!.Value.Option == CallersName ? CallTree.Callers(profile, match.IsMeant, allFrames)
            : CallTree.Callees(profile, match.IsMeant);
        OutputRequest request = asked.Request;
        bool isDrawn = request.Target.IsForPeople && request.Sort is null
            && request.Where.All(static condition =>
                condition.Parts.All(static part => part.Column is "process" or "pid" && part.Row is null));
        (IReadOnlyList<TreeLine> lines, double share) = Lines(asked, profile, tree, isDrawn);
        ResultTable table = new TreeTable(_measure, profile, match?.Name, isDrawn).Of(lines);
        return inquiry.Result(new RequestedRows(table)) with { Header = isDrawn ? [Folded(asked, share, lines)] : [] };
    }

    private (IReadOnlyList<TreeLine> Lines, double Share) Lines(Asked asked, StackProfile profile, CallTree tree, bool isDrawn)
    {
        double? given = Share(asked);
        double[] shares = given is { } one ? [one]
            : isDrawn && asked.Request.Target.Style.Height is not null ? s_shares
            : [TreeOptions.UsualShare];
        int room = (asked.Request.Target.Style.Height ?? int.MaxValue) - OtherLines;
        foreach (double share in shares)
        {
            IReadOnlyList<TreeLine> lines = new TreeLayout(profile, tree, Options(asked, share, isDrawn)).Lines();
            if (lines.Count <= room || share == shares[^1])
                return (lines, share);
        }

        throw new InvalidOperationException("There is a last share.");
    }

    private TreeOptions Options(Asked asked, double share, bool isDrawn) =>
        new(share, isDrawn && !asked.Has(_allFrames), isDrawn, asked.Value(_callers) is not null || asked.Value(_callees) is not null);

    private static bool IsExport(Asked asked) => asked.Request.Target.Format.IsOfStacks;

    private string Folded(Asked asked, double share, IReadOnlyList<TreeLine> lines)
    {
        string below = lines.Any(static line => line.Kind == TreeLineKind.Rest)
            ? string.Create(CultureInfo.InvariantCulture, $"; below {100 * share:0.###} % folded: {MinShareName}") : "";
        string others = asked.Has(_allFrames) ? "" : $"; frames of others: {AllFramesName}";
        return $"{TreeTable.OwnMark.Trim()} own methods{below}{others}";
    }

    private double? Share(Asked asked)
    {
        if (asked.Value(_minShare) is not { } text)
            return null;
        string number = text.TrimEnd('%').TrimEnd();
        bool isNumber = double.TryParse(number, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double percent);
        return isNumber && percent is >= 0 and <= 100
            ? percent / 100
            : throw FathomException.Usage(
                $"'{text}' in '{MinShareName} {text}' is not a share from 0 to 100 percent.", $"{MinShareName} 0.5%");
    }

    private static string? Given(Asked asked, Option<string?> option) => asked.Value(option) is null ? null : option.Name;
}
