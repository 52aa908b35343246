using Fathom.Model.Tables;

namespace Fathom.Model.Machine;

/// <summary>A figure of the machine, read each second while it was recorded.</summary>
[Table("machine_sample", "who", "topic", "fact", "ts_ns")]
public readonly partial record struct MachineSampleRow(
    [Column("What it is about: processor, memory, disk, pressure, network, tcp or control_group.")] TextId Topic,
    [Column("Which one: a disk, a network interface, a resource under pressure, a control group; absent for all of the machine.", Nullable = true)] TextId Item,
    [Column("Name of the figure, with the unit in it where there is one; see docs/record.md.")] TextId Fact,
    [Column("counter (value is the increase in span_ns) or level (value is what it was at ts_ns).")] TextId Kind,
    [Column("When it was read: nanoseconds since recording start; the same for all figures of a reading.")] long TsNs,
    [Column("Of a counter: time since the reading before; absent where that is not known, and for levels.")] long? SpanNs,
    [Column("The increase or the level; absent where it could not be read, or where the counter began anew.")] long? Value);
