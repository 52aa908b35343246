namespace Fathom.Serializers.Kit.Cases.Northwind;

/// <summary>One row of customers.</summary>
public sealed class NorthwindCustomerCase() : SerializerCase<CustomerDto>("northwind-customer", "one row of customers")
{
    /// <inheritdoc/>
    public override bool HasCount => false;

    /// <inheritdoc/>
    public override CustomerDto Generate(CaseData data) => NorthwindRows.Customer(data, 0);

    /// <inheritdoc/>
    public override long Touch(CustomerDto value) =>
        value.Id.Length + value.CompanyName.Length + (value.ContactName?.Length ?? 0) + (value.ContactTitle?.Length ?? 0)
            + (value.Address?.Length ?? 0) + (value.City?.Length ?? 0) + (value.Region?.Length ?? 0) + (value.PostalCode?.Length ?? 0)
            + (value.Country?.Length ?? 0) + (value.Phone?.Length ?? 0) + (value.Fax?.Length ?? 0);
}
