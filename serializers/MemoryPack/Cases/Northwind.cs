using MemoryPack;

namespace Fathom.Serializers.Kit.Cases.Northwind;

// The attribute makes the library's generator write the rest of each.
[MemoryPackable]
public partial class CategoryDto;

[MemoryPackable]
public partial class CustomerDto;

[MemoryPackable]
public partial class EmployeeDto;

[MemoryPackable]
public partial class EmployeeTerritoryDto;

[MemoryPackable]
public partial class NorthwindTables;

[MemoryPackable]
public partial class OrderDetailDto;

[MemoryPackable]
public partial class OrderDto;

[MemoryPackable]
public partial class OrderRows;

[MemoryPackable]
public partial class ProductDto;

[MemoryPackable]
public partial class RegionDto;

[MemoryPackable]
public partial class ShipperDto;

[MemoryPackable]
public partial class SupplierDto;

[MemoryPackable]
public partial class TerritoryDto;
