using System.CommandLine;
using Fathom.Capture.Subjects;
using Fathom.Cli.Options;
using Fathom.Cli.Output;
using Fathom.Cli.Sources;
using Fathom.Cli.Verbs;
using Fathom.Model.Heap;
using Fathom.Query.Heap;
using Fathom.Query.Objects;
using Fathom.Query.Questions;
using Fathom.Render.Heap;
using Fathom.Sources.Heap.Options;

namespace Fathom.Cli.Commands.Heap;

/// <summary><c>fathom heap object SUBJECT --address A</c>: what is in one object.</summary>
internal sealed class HeapObjectCommand : SubjectCommand
{
    private readonly Option<string?> _address = OptionCatalog.Value("--address", "ADDRESS", "The object, such as 0x7f12a0003c50.");
    private readonly Switch _raw = new("--raw", "Shows the fields of a collection instead of what it holds.");
    private readonly Option<string?> _skip = OptionCatalog.Value("--skip", "N", "Skips this many elements.");
    private readonly Option<string?> _maxElements = OptionCatalog.Value("--max-elements", "N", "Reads at most this many elements; 10000 by default.");

    public HeapObjectCommand()
        : base("object", "What is in one object: fields, elements, what a collection holds.", Subject(SubjectText.Usual))
    {
        Add(_address);
        Add(_raw);
        Add(_skip);
        Add(_maxElements);
        AddOutput(OutputFeatures.TypeView & ~OutputFeatures.Unit);
        Source = new SourceOptions(this, saves: true);
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom heap object core.4711 --address 0x7f12a0003c50", "the fields of an object, or what a collection holds"),
        new("fathom heap object core.4711 --address 0x7f12a0003c50 --raw", "the fields of a collection itself"),
        new("fathom heap object core.4711 --address 0x7f12a0003c50 --skip 10000", "the next elements of a large one"),
        new("fathom heap object MyApp --address 0x7f12a0003c50 --where value=*error*", "fields or elements with a text"),
    ];

    public override string Remarks =>
        "List, Dictionary, HashSet, ConcurrentDictionary, Queue, Stack, SortedDictionary and SortedSet, and classes derived from them, are shown as what they hold.\n"
        + "reference_address is the object that a value refers to: look into it next. Fields of structs follow the struct. Static fields are not shown.\n"
        + "In a running process collections move objects: take a core dump to come back to an address.";

    protected override SubjectQuestion Ask(AskedSubjects asked)
    {
        if (asked.Value(_address) is not { } address)
            throw FathomException.Usage("'fathom heap object' needs the address of an object.", "--address ADDRESS; 'fathom heap objects SUBJECT --type NAME' lists addresses");
        ObjectDetailQuery query = new(AddressText.Parse(_address.Name, address))
        {
            Skip = NumberText.Parse(_skip.Name, asked.Value(_skip), 0, int.MaxValue, 0),
            MaxElements = NumberText.Parse(_maxElements.Name, asked.Value(_maxElements), 1, ObjectDetailQuery.LargestMaxElements, ObjectDetailQuery.DefaultMaxElements),
        };
        return new SubjectQuestion(NamedQuery.Of("heap/object_fields").Shape, SubjectReader.Object(query), inquiry =>
        {
            HeapReport heap = new(inquiry.Session, inquiry.Stop);
            ObjectReport report = new(inquiry.Session, 0, inquiry.Stop);
            HeapObjectFacts facts = report.Facts(query.Address);
            return inquiry.Result(report.Fields(facts, asked.Has(_raw), query.Skip)) with
            {
                Header = ObjectHeader.Of(facts, heap.Facts(0)),
                Losses = inquiry.Losses,
                Notes = report.Notes,
            };
        });
    }
}
