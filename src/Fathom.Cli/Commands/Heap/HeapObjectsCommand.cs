using System.CommandLine;
using Fathom.Capture.Subjects;
using Fathom.Cli.Frame;
using Fathom.Cli.Options;
using Fathom.Cli.Output;
using Fathom.Cli.Sources;
using Fathom.Cli.Verbs;
using Fathom.Model.Patterns;
using Fathom.Model.Results;
using Fathom.Query.Heap;
using Fathom.Query.Objects;
using Fathom.Query.Sessions;
using Fathom.Render.Heap;
using Fathom.Sources.Heap.Options;

namespace Fathom.Cli.Commands.Heap;

/// <summary><c>fathom heap objects SUBJECT --type T</c>: the objects of a type, one by one.</summary>
internal sealed class HeapObjectsCommand : FathomCommand
{
    private readonly Argument<string> _subject = new("subject") { Description = "A pid, a process name, a core dump or a recording." };
    private readonly Option<string[]> _type = OptionCatalog.Values("--type", "PATTERN", "Lists objects of types whose whole name fits: MyApp.Order or MyApp.*; * and ? are wildcards.");
    private readonly Option<string?> _after = OptionCatalog.Value("--after", "ADDRESS", "Lists objects behind this address: the next page.");
    private readonly Option<string?> _maxObjects = OptionCatalog.Value("--max-objects", "N", "Lists so many objects, for a bound on memory; 1000000 by default.");
    private readonly SourceOptions _source;
    private readonly OutputOptions _output;

    public HeapObjectsCommand()
        : base("objects", "The objects of a type, one by one.")
    {
        Add(_subject);
        Add(_type);
        Add(_after);
        Add(_maxObjects);
        _output = new OutputOptions(this, OutputFeatures.All & ~OutputFeatures.Append);
        _source = new SourceOptions(this, saves: true);
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

    public override ValueTask<ExitCode> RunAsync(ParseResult parsed, CommandContext context)
    {
        if (parsed.GetValue(_type) is not { Length: > 0 } patterns)
            throw FathomException.Usage("'fathom heap objects' needs to know of which type.", "--type MyApp.Order; 'fathom heap SUBJECT' lists the types");
        ObjectQuery query = new(new PatternList(patterns))
        {
            After = parsed.GetValue(_after) is { } after ? AddressText.Parse(_after.Name, after) : 0,
            MaxObjects = NumberText.Parse(_maxObjects.Name, parsed.GetValue(_maxObjects), 1, ObjectQuery.LargestMaxObjects, ObjectQuery.DefaultMaxObjects),
        };
        OutputRequest request = _output.Read(parsed, context);
        OutputPlan plan = TypeFilter.Apply(_type, parsed, request).Bind(ObjectShapes.Objects);
        string subject = parsed.GetValue(_subject)!;
        using SubjectRecording recording = _source.Open(parsed, _source.Resolve(parsed, subject)[0], SubjectReader.Objects(query), request.Target.Force, context);
        using QuerySession session = QuerySession.Open(recording.Reader);
        HeapReport heap = new(session, context.Stop);
        ObjectReport report = new(session, 0, context.Stop);
        RequestedRows objects = report.Objects(string.Join(',', patterns), query.After, plan.Request);
        return new(plan.Publish(new CommandResult("heap objects", [subject], objects)
        {
            Header = HeapHeader.Of(heap.Facts(0)),
            Losses = heap.Losses(0),
            Notes = [.. session.Notices, .. report.Notes],
        }));
    }
}
