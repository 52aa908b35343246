using Fathom.Model.Tables;

namespace Fathom.Model.Machine;

/// <summary>Something true of the machine that was measured.</summary>
[Table("machine_fact", "who", "fact")]
public readonly partial record struct MachineFactRow(
    [Column("Name of the fact, in snake_case with the unit in it where there is one.")] TextId Fact,
    [Column("Its value as text.")] TextId Value);
