using MemoryPack;

namespace Fathom.Serializers.Kit.Cases.Employees;

// The attribute makes the library's generator write the rest of each.
[MemoryPackable]
public partial class EmployeeAddress;

[MemoryPackable]
public partial class EmployeeAssignment;

[MemoryPackable]
public partial class EmployeeComplex;

[MemoryPackable]
public partial class EmployeePerson;

[MemoryPackable]
public partial class EmployeeRecord;
