using System.CommandLine;
using System.Globalization;
using Fathom.Cli.Frame;
using Fathom.Cli.Options;
using Fathom.Model.Conditions;
using Fathom.Model.Units;
using Fathom.Render.Formats;
using Fathom.Render.Output;

namespace Fathom.Cli.Output;

/// <summary>The options of every verb that answers with a result: what is shown, how, and where to.</summary>
internal sealed class OutputOptions
{
    /// <summary>The name of the option that keeps rows.</summary>
    public const string WhereName = "--where";

    /// <summary>The name of the option with limits.</summary>
    public const string FailIfName = "--fail-if";

    /// <summary>The name of the option that orders rows.</summary>
    public const string SortName = "--sort";

    /// <summary>The name of the option that chooses columns.</summary>
    public const string ColumnsName = "--columns";

    private const int TopOfTables = 20;

    private readonly OutputFormat[] _formats;
    private readonly Option<string?> _format;
    private readonly Option<string?> _output;
    private readonly Switch _force = new("--force", "Replaces an existing file.");
    private readonly Switch _append = new(
        "--append", "Appends the rows to the CSV file of -o. A new file gets a header; a file with a different header is refused.");
    private readonly Option<string?> _top = OptionCatalog.Value(
        "--top", "N",
        $"Shows the first N rows: by default {TopOfTables} in {FormatChoice.TitlesForPeople}, on a terminal as many as fit, all in {FormatChoice.TitlesForPrograms}.");
    private readonly Option<string?> _sort = OptionCatalog.Value(
        SortName, "COLUMN[:asc|desc]", "Orders the rows; numbers start with the largest, text with A.");
    private readonly Option<string?> _columns = OptionCatalog.Value(ColumnsName, "a,!b,+c", "Shows these columns, or all; !b removes one, +c adds one.");
    private readonly Option<string[]> _where = OptionCatalog.Values(
        WhereName, "CONDITION", "Keeps rows that meet the condition; parts separated by commas must all hold.");
    private readonly Option<string?> _unit = OptionCatalog.Value(
        "--unit", "UNIT", "Shows sizes or durations in one unit: B KB KiB MB MiB GB GiB, or ns us ms s min h.");
    private readonly Option<string[]> _failIf = OptionCatalog.Values(
        FailIfName, "CONDITION", $"Ends with code {ExitText.LimitBroken} when any of the rows that are kept meets the condition.");
    private readonly Switch _strict = new("--strict", $"Ends with code {ExitText.Partial} when anything is lost; else from 1 % on.");
    private readonly Switch _fullNames = new("--full-names", "Writes names of types with their namespaces.");
    private readonly OutputFeatures _features;

    /// <summary>Adds the options that work to a command.</summary>
    public OutputOptions(GroupedCommand command, OutputFeatures features)
    {
        _features = features;
        _formats = FormatChoice.All(Has(OutputFeatures.Stacks));
        string stacks = Has(OutputFeatures.Stacks) ? " html is a page with a flame graph; the last three are stacks for other tools." : "";
        _format = OptionCatalog.Value(
            "--format",
            FormatChoice.Names(_formats),
            $"Format; by default a table, or what the name of -o FILE says. {FormatChoice.TitlesForPrograms} hold base units.{stacks}");
        _output = OptionCatalog.Value("--output", "FILE", $"Writes the result to a file: {FormatChoice.Extensions(_formats)}.", "-o");
        OptionGroup group = command.AddGroup("Result");
        group.Add(_format);
        Add(group, OutputFeatures.File, _output, _force);
        Add(group, OutputFeatures.Append, _append);
        Add(group, OutputFeatures.Top, _top);
        Add(group, OutputFeatures.Rows, _sort, _columns, _where);
        Add(group, OutputFeatures.Unit, _unit);
        Add(group, OutputFeatures.TypeNames, _fullNames);
        Add(group, OutputFeatures.Limits, _failIf, _strict);
    }

    /// <summary>Rows that a table shows without <c>--top</c>; null for all.</summary>
    public int? TopByDefault
    {
        get;
        init
        {
            field = value;
            if (value is null)
                _top.Description = "Shows the first N rows; all by default.";
        }
    } = TopOfTables;

    /// <summary>Reads the options and refuses what is known to fail, before any work is done.</summary>
    /// <exception cref="FathomException">A value is wrong (<see cref="ExitCode.Usage"/>), or the file cannot be written (<see cref="ExitCode.Target"/>).</exception>
    public OutputRequest Read(ParseResult parsed, CommandContext context)
    {
        string? file = Has(OutputFeatures.File) ? parsed.GetValue(_output) : null;
        OutputFormat format = FormatChoice.Of(parsed.GetValue(_format), file, _formats);
        if (format.IsForFiles && file is null && context.Terminal.OutputIsTerminal)
            throw FathomException.Usage($"'--format {format.Name}' is not for a terminal.", $"-o FILE{format.Extension}");
        bool append = Has(OutputFeatures.Append) && _append.IsOn(parsed);
        if (append && (file is null || format != OutputFormat.Csv))
            throw FathomException.Usage("'--append' works with a CSV file only.", "-o FILE.csv --append");
        bool force = Has(OutputFeatures.File) && _force.IsOn(parsed);
        if (append && force)
            throw FathomException.Usage("'--append' and '--force' contradict each other.", "leave one of them out");
        if (file is not null)
            NewFile.Check(file, append || force);
        bool fits = format == OutputFormat.Table && file is null && Has(OutputFeatures.Top) && TopByDefault is not null && parsed.GetValue(_top) is null;
        OutputTarget target = new(file, format, append, force, Style(context, file, Unit(parsed, format)) with
        {
            FullNames = !Has(OutputFeatures.TypeNames) || _fullNames.IsOn(parsed),
            Height = fits ? context.Terminal.Height : null,
        });
        return new OutputRequest(context, target)
        {
            Top = Has(OutputFeatures.Top) ? Top(parsed.GetValue(_top), target) : null,
            IsTopGiven = Has(OutputFeatures.Top) && parsed.GetValue(_top) is not null,
            Sort = Has(OutputFeatures.Rows) ? parsed.GetValue(_sort) : null,
            ChoosesColumns = Has(OutputFeatures.Rows),
            Columns = Has(OutputFeatures.Rows) ? parsed.GetValue(_columns) : null,
            Where = Has(OutputFeatures.Rows) ? Conditions(_where, parsed) : [],
            FailIf = Has(OutputFeatures.Limits) ? Conditions(_failIf, parsed) : [],
            IsStrict = Has(OutputFeatures.Limits) && _strict.IsOn(parsed),
        };
    }

    /// <summary>A table on standard output, for a command without these options.</summary>
    public static OutputRequest Table(CommandContext context, int top) =>
        new(context, new OutputTarget(null, OutputFormat.Table, Append: false, Force: false, Style(context, null, null))) { Top = top };

    private static TableStyle Style(CommandContext context, string? file, MeasureUnit? unit)
    {
        bool toTerminal = file is null && context.Terminal.OutputIsTerminal;
        return new TableStyle(toTerminal ? context.Terminal.Width : null, toTerminal && context.Terminal.Colour, unit);
    }

    private bool Has(OutputFeatures feature) => (_features & feature) != 0;

    private void Add(OptionGroup group, OutputFeatures feature, params Option[] options)
    {
        if (Has(feature))
            group.Add(options);
    }

    private MeasureUnit? Unit(ParseResult parsed, OutputFormat format)
    {
        if (!Has(OutputFeatures.Unit) || parsed.GetValue(_unit) is not { } name)
            return null;
        if (!format.IsForPeople)
            throw FathomException.Usage(
                $"'--unit {name}' has no effect on {format.Title}, which always holds base units.",
                "leave --unit out, or use --format table");
        return MeasureUnit.Find(name) ?? throw FathomException.Usage(
            $"'{name}' in '--unit {name}' is not a unit.", $"the units are {string.Join(' ', MeasureUnit.All.Select(unit => unit.Name))}");
    }

    private int? Top(string? text, OutputTarget target)
    {
        if (text is null)
            return target.Style.Height is { } height ? Math.Max(height, TopOfTables) : target.IsForPeople ? TopByDefault : null;
        if (int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int top) && top > 0)
            return top;
        throw FathomException.Usage($"'{text}' in '--top {text}' is not a number of rows.", "--top 50");
    }

    private static Condition[] Conditions(Option<string[]> option, ParseResult parsed) =>
        Array.ConvertAll(parsed.GetValue(option) ?? [], text => Condition.Parse(option.Name, text));
}
