using Orleans;

namespace Fathom.Serializers.Kit.Cases.Northwind;

// The attribute makes the library's generator write a codec for each.
[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class CategoryDto;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class CustomerDto;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class EmployeeDto;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class EmployeeTerritoryDto;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class NorthwindTables;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class OrderDetailDto;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class OrderDto;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class OrderRows;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class ProductDto;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class RegionDto;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class ShipperDto;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class SupplierDto;

[GenerateSerializer(GenerateFieldIds = GenerateFieldIds.PublicProperties)]
public partial class TerritoryDto;
