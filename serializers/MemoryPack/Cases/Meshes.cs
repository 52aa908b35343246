using MemoryPack;

namespace Fathom.Serializers.Kit.Cases.Meshes;

// The attribute makes the library's generator write the rest of each.
[MemoryPackable]
public partial class Mesh;

[MemoryPackable]
public partial class Triangle;

[MemoryPackable]
public partial struct Vector3f;

[MemoryPackable]
public partial class VectorBlock;

[MemoryPackable]
public partial class Vertex;
