namespace Fathom.Formats.PerfData.Tracepoints;

/// <summary>Where the fields of tracepoints of requests to disks are in a recording.</summary>
public sealed class BlockRequestFields
{
    private const string Operations = "RWDF";

    private readonly TraceField[] _numbers;
    private readonly TraceField _kind;

    private BlockRequestFields(BlockStep step, TraceField[] numbers, TraceField kind) => (Step, _numbers, _kind) = (step, numbers, kind);

    /// <summary>What happens to the request.</summary>
    public BlockStep Step { get; }

    /// <summary>Finds the fields.</summary>
    /// <returns>Null where it is no such tracepoint.</returns>
    public static BlockRequestFields? Bind(TraceFormat format)
    {
        BlockStep? step = format.System != "block" ? null : format.Name switch
        {
            "block_rq_insert" => BlockStep.Queued,
            "block_rq_issue" => BlockStep.Issued,
            "block_rq_complete" => BlockStep.Completed,
            _ => null,
        };
        TraceField?[] fields = [format.Find("dev"), format.Find("sector"), format.Find("nr_sector")];
        return step is { } found && !fields.Contains(null) && format.Find("rwbs") is { } kind ? new BlockRequestFields(found, fields!, kind)
            : null;
    }

    /// <summary>Reads an event.</summary>
    /// <returns>False where it is too short.</returns>
    public bool TryRead(ReadOnlySpan<byte> raw, out BlockRequest request)
    {
        request = default;
        ReadOnlySpan<byte> kind = _kind.Text(raw);
        if (kind.IsEmpty || !_numbers[0].TryNumber(raw, out long device) || !_numbers[1].TryNumber(raw, out long sector)
            || !_numbers[2].TryNumber(raw, out long sectors))
            return false;
        // An F in front of another operation says that a flush comes before it, and is a request of its own.
        char first = (char)kind[0], second = kind.Length > 1 ? (char)kind[1] : ' ';
        request = new BlockRequest(device, sector, sectors, first == 'F' && Operations.Contains(second, StringComparison.Ordinal) ? second
            : first);
        return true;
    }
}
