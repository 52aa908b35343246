using System.CommandLine;
using Fathom.Capture.Subjects;
using Fathom.Cli.Options;
using Fathom.Cli.Output;
using Fathom.Cli.Sources;
using Fathom.Cli.Verbs;
using Fathom.Model.Patterns;
using Fathom.Query.Heap;
using Fathom.Query.Objects;
using Fathom.Query.Questions;
using Fathom.Render.Heap;
using Fathom.Sources.Heap.Options;

namespace Fathom.Cli.Commands.Heap;

/// <summary><c>fathom heap objects SUBJECT --type T</c>: the objects of a type, one by one.</summary>
internal sealed class HeapObjectsCommand : SubjectCommand
{
    private readonly Option<string[]> _type = OptionCatalog.Values("--type", "PATTERN", "Lists objects of types whose whole name matches: MyApp.Order or MyApp.*; * and ? are wildcards.");
    private readonly Option<string?> _after = OptionCatalog.Value("--after", "ADDRESS", "Lists objects after this address: the next page.");
    private readonly Option<string?> _maxObjects = OptionCatalog.Value("--max-objects", "N", "Lists at most this many objects, to limit memory; 1000000 by default.");

    public HeapObjectsCommand()
        : base("objects", "The objects of a type, one by one.", Subject(SubjectText.Usual))
    {
        Add(_type);
        Add(_after);
        Add(_maxObjects);
        AddOutput(OutputFeatures.TypeView);
        Source = new SourceOptions(this, saves: true);
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom heap objects MyApp --type MyApp.Order", "the first orders, by address"),
        new("fathom heap objects core.4711 --type 'System.Byte[]' --where size_bytes=1KiB.. --sort size_bytes", "the largest byte arrays of a core dump"),
        new("fathom heap objects MyApp --type 'MyApp.*' --where generation=gen2", "own objects that have survived"),
        new("fathom heap objects core.4711 --type MyApp.Order --after 0x7f12a0003c50", "the next page"),
    ];

    public override string Remarks =>
        "In the order of the addresses. 'fathom heap object SUBJECT --address ADDRESS' shows what is in one of them.\n"
        + "In a running process collections move objects: take a core dump to come back to an address.";

    protected override SubjectQuestion Ask(AskedSubjects asked)
    {
        if (asked.Values(_type) is not { Length: > 0 } patterns)
            throw FathomException.Usage("'fathom heap objects' needs a type.", "--type MyApp.Order; 'fathom heap SUBJECT' lists the types");
        ObjectQuery query = new(new PatternList(patterns) { AreTypes = true })
        {
            After = asked.Value(_after) is { } after ? AddressText.Parse(_after.Name, after) : 0,
            MaxObjects = NumberText.Parse(_maxObjects.Name, asked.Value(_maxObjects), 1, ObjectQuery.LargestMaxObjects, ObjectQuery.DefaultMaxObjects),
        };
        return new SubjectQuestion(NamedQuery.Of("heap/objects").Shape, SubjectReader.Objects(query), inquiry =>
        {
            HeapReport heap = new(inquiry.Session, inquiry.Stop);
            ObjectReport report = new(inquiry.Session, 0, inquiry.Stop);
            return inquiry.Result(report.Objects(string.Join(',', patterns), query.After, inquiry.Request)) with
            {
                Header = HeapHeader.Of(heap.Facts(0)),
                Losses = inquiry.Losses,
                Notes = report.Notes,
            };
        })
        {
            Where = TypeFilter.Of(_type, asked.Parsed),
        };
    }
}
