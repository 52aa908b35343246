using MemoryPack;

namespace Fathom.Serializers.Kit.Cases.Graphs;

// The attribute makes the library's generator write the rest of each.
[MemoryPackable]
public partial class Department;

[MemoryPackable]
public partial class DocumentSet;

[MemoryPackable]
public partial class GraphAuthor;

[MemoryPackable]
public partial class GraphDocument;

[MemoryPackable]
public partial class GraphTag;

[MemoryPackable]
public partial class Organization;

[MemoryPackable]
public partial class Worker;
