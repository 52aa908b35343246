using System.CommandLine;
using Fathom.Capture.Subjects;
using Fathom.Cli.Frame;
using Fathom.Cli.Options;
using Fathom.Cli.Sources;
using Fathom.Cli.Verbs;
using Fathom.Query.Heap;
using Fathom.Query.Questions;
using Fathom.Query.Strings;
using Fathom.Render.Heap;
using Fathom.Sources.Heap.Options;

namespace Fathom.Cli.Commands.Heap;

/// <summary><c>fathom heap strings SUBJECT</c>: which texts lie on the heap more than once.</summary>
internal sealed class HeapStringsCommand : SubjectCommand
{
    private readonly Option<string?> _by = OptionCatalog.Value("--by", "length", "Divides the strings by length instead, in powers of two.");
    private readonly Switch _all = new("--all", "Shows also texts that exist once; their text is known from 512 characters on.");
    private readonly Option<string?> _maxDistinct = OptionCatalog.Value(
        "--max-distinct", "N", "Distinguishes at most this many different texts, to limit memory; 1000000 by default.");

    public HeapStringsCommand()
        : base("strings", "Strings by their text, those that waste most first.", Subject(SubjectText.Usual))
    {
        Add(_by);
        Add(_all);
        Add(_maxDistinct);
        AddOutput();
        Source = new SourceOptions(this, saves: true);
        Add(new HeapStringsDiffCommand());
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom heap strings MyApp", "the duplicates that waste most"),
        new("fathom heap strings core.4711 --where waste_bytes=1MiB..", "those of a core dump that waste 1 MiB or more"),
        new("fathom heap strings MyApp --by length", "how long the strings are"),
        new("fathom heap strings MyApp --all --sort size_bytes", "the largest texts, also those that exist once"),
        new("fathom heap strings MyApp --fail-if total.waste_bytes=100MiB..", ExitText.EndsWhen("duplicates waste 100 MiB or more")),
    ];

    public override string Remarks =>
        "waste_bytes is what all but one string of each text occupy. Dead strings that are not collected yet are included.\n"
        + "Texts are compared by a 64-bit hash and their length; among a million texts the chance of any mistake is below 3 in 100 million.";

    protected override SubjectQuestion Ask(AskedSubjects asked)
    {
        bool byLength = ByLength(asked);
        StringOptions strings = new() { MaxDistinct = NumberText.Parse(_maxDistinct.Name, asked.Value(_maxDistinct), 1, StringOptions.LargestMaxDistinct, StringOptions.DefaultMaxDistinct) };
        SqlQuestion lengths = SqlQuestion.About("heap/string_lengths");
        return new SubjectQuestion(byLength ? lengths.Shape : NamedQuery.Of("heap/strings").Shape, SubjectReader.Strings(strings), inquiry =>
        {
            HeapReport heap = new(inquiry.Session, inquiry.Stop);
            StringReport report = new(inquiry.Session, inquiry.Stop);
            return inquiry.Result(byLength ? report.Answer(lengths, inquiry.Request) : report.Strings(0, asked.Has(_all), inquiry.Request)) with
            {
                Header = HeapHeader.Of(heap.Facts(0)),
                Totals = report.Totals(0),
                Losses = inquiry.Losses,
            };
        });
    }

    private bool ByLength(Asked asked)
    {
        if (asked.Value(_by) is not { } by)
            return false;
        if (by != "length")
            throw FathomException.Usage($"'{by}' in '--by {by}' is not a way to split strings.", "--by length");
        if (asked.Has(_all))
            throw FathomException.Usage("'--all' has no effect with '--by length', which counts all strings.", "leave --all out");
        return true;
    }
}
