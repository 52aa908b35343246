using MemoryPack;

namespace Fathom.Serializers.Kit.Versions.V2;

// The attribute makes the library's generator write the rest of each.
[MemoryPackable]
public partial class Account;

[MemoryPackable]
public partial class Alarm;

[MemoryPackable]
public partial class Counter;

[MemoryPackable]
public partial class Exam;

[MemoryPackable]
public partial class Leg;

[MemoryPackable]
public partial class Parcel;

[MemoryPackable]
public partial class Person;

[MemoryPackable]
public partial class Reading;

[MemoryPackable]
public partial class Route;

[MemoryPackable]
public partial class Vessel;

[MemoryPackable]
public partial class VesselBase;
