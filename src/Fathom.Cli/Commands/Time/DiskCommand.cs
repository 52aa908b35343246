using Fathom.Cli.Verbs;
using Fathom.Query.Time;

namespace Fathom.Cli.Commands.Time;

/// <summary><c>fathom disk TRACE</c>.</summary>
internal sealed class DiskCommand : GroupedViewCommand
{
    /// <summary>One sentence for the list of verbs.</summary>
    public const string Summary = "What disks were asked: bytes, time of the disk, time in the queue.";

    private static readonly RowGroups s_groups = new(
        "requests to disks",
        "A row for each file, the default, folder, disk, operation, own method that asked, or process.",
        "Lists each request, the longest first.",
        "time/disk-each",
        ("file", "time/disk"), ("folder", "time/disk-folders"), ("disk", "time/disk-disks"), ("operation", "time/disk-operations"),
        ("method", "time/disk-methods"), ("process", "time/disk-processes"));

    public DiskCommand()
        : base(TraceVerbs.Disk, Summary, s_groups)
    {
        AddComparisons(By);
    }

    public override IReadOnlyList<Example> Examples { get; } =
    [
        new("fathom disk trace.etl", "which files took the most time of disks, and who asked"),
        new("fathom disk slow.fathom --by disk", "how busy each disk was"),
        new("fathom disk slow.fathom --by process", "who kept them busy"),
        new("fathom disk slow.fathom --each --where operation=flush", "each flush of a disk"),
    ];

    public override string Remarks => "A request is in one row, so that counts, bytes and times add up. service_ns is the time that a disk "
        + "worked on requests; those of a disk do not overlap, so their sum is how long it was busy. queue_ns is the time before: a request "
        + "waits until the disk has ended the one before it. What programs ask of files is 'fathom files': most of it never comes to a disk, "
        + "and much of what is written comes later, by the system. All processes of the machine have rows.";

    protected override string Content => "Requests to disks";
}
