namespace Fathom.Serializers.Kit.Cases.Northwind;

/// <summary>One row of employees.</summary>
public sealed class NorthwindEmployeeCase() : SerializerCase<EmployeeDto>("northwind-employee", "one row of employees")
{
    /// <inheritdoc/>
    public override bool HasCount => false;

    /// <inheritdoc/>
    public override EmployeeDto Generate(CaseData data) => NorthwindRows.Employee(data, 0);

    /// <inheritdoc/>
    public override long Touch(EmployeeDto value) =>
        value.Id + value.LastName.Length + value.FirstName.Length + (value.Title?.Length ?? 0)
            + (value.TitleOfCourtesy?.Length ?? 0) + (value.BirthDate?.Ticks ?? 0) + (value.HireDate?.Ticks ?? 0)
            + (value.Address?.Length ?? 0) + (value.City?.Length ?? 0) + (value.Region?.Length ?? 0) + (value.PostalCode?.Length ?? 0)
            + (value.Country?.Length ?? 0) + (value.HomePhone?.Length ?? 0) + (value.Extension?.Length ?? 0)
            + (value.Notes?.Length ?? 0) + (value.ReportsTo ?? 0) + (value.PhotoPath?.Length ?? 0);
}
