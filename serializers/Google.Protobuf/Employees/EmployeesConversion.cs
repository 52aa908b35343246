using Fathom.Serializers.Kit.Cases.Employees;
using Google.Protobuf.WellKnownTypes;

namespace Fathom.Serializers.GoogleProtobuf.Employees;

internal static class EmployeesConversion
{
    public static EmployeeComplexMessage ToMessage(EmployeeComplex value)
    {
        EmployeeComplexMessage message = new()
        {
            FirstName = value.FirstName,
            LastName = value.LastName,
            BirthDate = Timestamp.FromDateTime(value.BirthDate),
            Id = value.Id,
            Title = value.Title,
            Salary = value.Salary,
            IsActive = value.IsActive,
            LeftOn = value.LeftOn is { } leftOn ? Timestamp.FromDateTime(leftOn) : null,
        };
        message.Addresses.AddAll(value.Addresses, ToMessage);
        message.Skills.AddRange(value.Skills);
        message.Assignments.AddAll(value.Assignments, ToMessage);
        return message;
    }

    public static EmployeeComplex ToValue(EmployeeComplexMessage message)
    {
        EmployeeComplex value = new()
        {
            FirstName = message.FirstName,
            LastName = message.LastName,
            BirthDate = message.BirthDate?.ToDateTime() ?? default,
            Id = message.Id,
            Title = message.Title,
            Salary = message.Salary,
            IsActive = message.IsActive,
            LeftOn = message.LeftOn?.ToDateTime(),
            Skills = [.. message.Skills],
        };
        value.Addresses.AddAll(message.Addresses, ToValue);
        value.Assignments.AddAll(message.Assignments, ToValue);
        return value;
    }

    public static EmployeeAddressMessage ToMessage(EmployeeAddress value) => new()
    {
        Street = value.Street,
        City = value.City,
        PostalCode = value.PostalCode,
        Country = value.Country,
    };

    public static EmployeeAddress ToValue(EmployeeAddressMessage message) => new()
    {
        Street = message.Street,
        City = message.City,
        PostalCode = message.PostalCode,
        Country = message.Country,
    };

    public static EmployeeAssignmentMessage ToMessage(EmployeeAssignment value) => new()
    {
        ProjectId = value.ProjectId,
        ProjectName = value.ProjectName,
        Start = Timestamp.FromDateTime(value.Start),
        Share = value.Share,
    };

    public static EmployeeAssignment ToValue(EmployeeAssignmentMessage message) => new()
    {
        ProjectId = message.ProjectId,
        ProjectName = message.ProjectName,
        Start = message.Start?.ToDateTime() ?? default,
        Share = message.Share,
    };
}
