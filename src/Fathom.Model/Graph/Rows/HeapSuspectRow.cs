using Fathom.Model.Tables;

namespace Fathom.Model.Graph.Rows;

/// <summary>Objects, and groups of objects of one type, at the top of the dominator tree that retain more than a share of what is alive.</summary>
[Table("heap_suspect", "heap", "snapshot_id", "suspect_id")]
public readonly partial record struct HeapSuspectRow(
    [Column("The heap snapshot.")] uint SnapshotId,
    [Column("Number of the suspect, the largest first.")] uint SuspectId,
    [Column("object or group.")] TextId Kind,
    [Column("The object; of a group the one that retains the most.")] ulong Address,
    [Column("Full name of its type.")] TextId Type,
    [Column("File name of the module.", Nullable = true)] TextId Module,
    [Column("Objects of the group, or 1.")] long Count,
    [Column("Bytes that they retain.")] long RetainedBytes,
    [Column("Bytes of all objects that are alive.")] long LiveBytes,
    [Column("The accumulation point: down from the object, always to the largest part, the first one "
        + "whose largest part is much smaller than itself.")]
    ulong PointAddress,
    [Column("Type of the accumulation point.")] TextId PointType,
    [Column("Bytes that it retains.")] long PointRetainedBytes,
    [Column("Type of those objects right below it that retain the most together; absent where it holds none alone.", Nullable = true)]
    TextId HeldType,
    [Column("How many they are.")] long HeldCount,
    [Column("Bytes that they retain.")] long HeldRetainedBytes,
    [Column("The shortest path from a root to the accumulation point, in heap_path.")] uint PathId,
    [Column("Type of objects that form a long chain of references, such as the nodes of a linked list, if most of the suspect is held by them; "
        + "absent where there is no such chain.", Nullable = true)]
    TextId ChainType = default,
    [Column("Chains that are held apart.")] long? ChainCount = null,
    [Column("Objects of the type in them.")] long? ChainObjectCount = null,
    [Column("The first type of the program after the chain that retains the most; absent where nothing follows it.", Nullable = true)]
    TextId BehindType = default,
    [Column("How many objects of that type come first after the chain.")] long? BehindCount = null,
    [Column("Bytes that they retain.")] long? BehindRetainedBytes = null);
