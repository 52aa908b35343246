namespace Fathom.Serializers.Kit.Cases.ViewModels;

/// <summary>A place with its address.</summary>
public sealed class LocationCase() : SerializerCase<LocationViewModel>("location", "a view model: a place with its address")
{
    /// <inheritdoc/>
    public override bool HasCount => false;

    /// <inheritdoc/>
    public override LocationViewModel Generate(CaseData data) => new()
    {
        Id = data.Between(1, 10_000),
        Name = data.Text(),
        Address1 = data.Text(),
        Address2 = data.TextOrNull(),
        City = data.Name(),
        State = data.OneOf("WA", "OR", "CA", "NY"),
        PostalCode = data.Digits(5),
        Country = data.OneOf("United States", "Canada"),
        PhoneNumber = data.IsNull() ? null : data.Phone(),
    };

    /// <inheritdoc/>
    public override long Touch(LocationViewModel value) =>
        value.Id + value.Name.Length + value.Address1.Length + (value.Address2?.Length ?? 0) + value.City.Length
            + value.State.Length + value.PostalCode.Length + value.Country.Length + (value.PhoneNumber?.Length ?? 0);
}
