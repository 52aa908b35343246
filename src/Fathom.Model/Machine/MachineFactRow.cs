using Fathom.Model.Tables;

namespace Fathom.Model.Machine;

/// <summary>Something true of the machine that was measured, or the reason why it could not be read.</summary>
[Table("machine_fact", "who", "fact")]
public readonly partial record struct MachineFactRow(
    [Column("Name of the fact, in snake_case with the unit in it where there is one.")] TextId Fact,
    [Column("Its value as text; absent where it could not be read.", Nullable = true)] TextId Value,
    [Column("What it is about: kernel, processor, storage, tracing, …; see docs/record.md. Absent with a dump.", Nullable = true)] TextId Topic,
    [Column("Which one: a device, a program, a control group, some processors; absent for all of the machine.", Nullable = true)] TextId Item,
    [Column("When it was read: at the start of the recording, at a change (one while it ran), or at the stop; absent with a dump.", Nullable = true)] TextId Moment,
    [Column("setting (another value is a change of the machine), counter (of something bad) or figure (different at any moment).", Nullable = true)] TextId Kind,
    [Column("Why it could not be read; absent where it was.", Nullable = true)] TextId NotRead,
    [Column("When it was read: nanoseconds since recording start.")] long? TsNs);
