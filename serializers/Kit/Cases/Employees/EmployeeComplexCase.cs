namespace Fathom.Serializers.Kit.Cases.Employees;

/// <summary>One object with members of two base classes and three lists of up to ten.</summary>
public sealed class EmployeeComplexCase() : SerializerCase<EmployeeComplex>("employee-complex", "one employee: two base classes and three lists of up to ten")
{
    private const int LongestList = 10;

    /// <inheritdoc/>
    public override bool HasCount => false;

    /// <inheritdoc/>
    public override EmployeeComplex Generate(CaseData data) => new()
    {
        FirstName = data.Name(),
        LastName = data.Name(),
        BirthDate = data.Day(),
        Id = data.Between(1, 100_000),
        Title = data.Text(),
        Salary = data.Money(20_000_000),
        IsActive = data.Random.Chance(80),
        LeftOn = data.IsNull() ? null : data.Day(),
        Addresses = data.Many(data.Between(1, LongestList), static (data, _) => new EmployeeAddress
        {
            Street = data.Text(),
            City = data.Name(),
            PostalCode = data.Digits(5),
            Country = data.OneOf("USA", "UK", "Germany", "Brazil"),
        }),
        Skills = data.Many(data.Between(1, LongestList), static (data, _) => data.Text()),
        Assignments = data.Many(data.Between(1, LongestList), static (data, at) => new EmployeeAssignment
        {
            ProjectId = at + 1,
            ProjectName = data.Text(),
            Start = data.Day(),
            Share = data.Between(1, 20) / 20.0,
        }),
    };

    /// <inheritdoc/>
    public override long Touch(EmployeeComplex value)
    {
        long sum = value.FirstName.Length + value.LastName.Length + value.BirthDate.Ticks + value.Id + value.Title.Length
            + (long)value.Salary + (value.IsActive ? 1 : 0) + (value.LeftOn?.Ticks ?? 0);
        foreach (EmployeeAddress one in value.Addresses)
            sum += Sum(one);
        foreach (string one in value.Skills)
            sum += one.Length;
        foreach (EmployeeAssignment one in value.Assignments)
            sum += Sum(one);
        return sum;
    }

    private static long Sum(EmployeeAddress value) =>
        value.Street.Length + value.City.Length + value.PostalCode.Length + value.Country.Length;

    private static long Sum(EmployeeAssignment value) =>
        value.ProjectId + value.ProjectName.Length + value.Start.Ticks + (long)value.Share;
}
