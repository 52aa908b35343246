using MemoryPack;

namespace Fathom.Serializers.Kit.Hostile;

// The attribute makes the library's generator write the rest of each. It refuses OpenHolder: a member of type object.
[MemoryPackable]
public partial class Login;

[MemoryPackable]
public partial class Marker;
