using Fathom.Cli.Frame;
using Fathom.Cli.Verbs;
using Fathom.Model.Results;
using Fathom.Query.Serializers;
using Fathom.Serializers.Plans;

namespace Fathom.Cli.Commands.Serializers;

/// <summary><c>fathom serializers throughput</c>: what serializers get through with several threads at the same time.</summary>
internal sealed class SerializersThroughputCommand : MeasuredViewCommand
{
    public SerializersThroughputCommand()
        : base("throughput", "Throughput of serializers with 1, 2, 4 … threads at once.") =>
        Add(new SuitePlanOptions(this, cases: ["bookshelf"], threads: ThreadCounts.UpTo(Environment.ProcessorCount)));

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom serializers throughput", "books with as many threads as there are processors"),
        new("fathom serializers throughput --serializer 'System.Text.Json*,Newtonsoft*' --threads 1,2,8", "two libraries with these numbers of threads"),
        new("fathom serializers throughput --case tweets -n 1000 --save monday.fathom", "other data; the samples are kept"),
        new("fathom serializers throughput monday.fathom --where operation=deserialize --sort operations_per_second", "reading, the most first"),
        new("fathom serializers throughput monday.fathom --fail-if threads=2,efficiency_high=..0.5", ExitText.EndsWhen("two threads certainly do no more than one")),
    ];

    public override string Remarks =>
        "efficiency is the throughput over that of one thread times the number of threads, from the same processes: 1 where every thread does as much as one alone. Its bounds hold all numbers of\n"
        + "threads of an operation together with 99 %. Each thread has a serializer of its own and works on the "
            + "same data. pause_percent is the share of the time that collections stopped all threads for.";

    protected override ResultShape Shape => SerializerShapes.Throughput;

    protected override void Require(SuitePlan plan)
    {
        if (!plan.Threads.Contains(1))
            throw FathomException.Usage("Efficiency is relative to one thread, which is not among the requested numbers.", $"--threads 1,{string.Join(',', plan.Threads)}");
    }

    protected override ResultTable Rows(SerializerReport report) => report.Throughput(0);

    protected override IEnumerable<string> About(SerializerReport report, ResultTable rows) => report.AboutThroughput(0, rows);
}
