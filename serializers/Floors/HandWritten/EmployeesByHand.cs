using Fathom.Serializers.Kit.Cases.Employees;

namespace Fathom.Serializers.Floors.HandWritten;

internal static class EmployeesByHand
{
    public static void Write(BinaryWriter to, EmployeeComplex value)
    {
        to.Write(value.FirstName);
        to.Write(value.LastName);
        to.WriteMoment(value.BirthDate);
        to.Write(value.Id);
        to.Write(value.Title);
        to.Write(value.Salary);
        to.Write(value.IsActive);
        to.WriteOptionalMoment(value.LeftOn);
        to.WriteList(value.Addresses, Write);
        to.WriteList(value.Skills, static (to, one) => to.Write(one));
        to.WriteList(value.Assignments, Write);
    }

    public static EmployeeComplex ReadEmployeeComplex(BinaryReader from) => new()
    {
        FirstName = from.ReadString(),
        LastName = from.ReadString(),
        BirthDate = from.ReadMoment(),
        Id = from.ReadInt32(),
        Title = from.ReadString(),
        Salary = from.ReadDouble(),
        IsActive = from.ReadBoolean(),
        LeftOn = from.ReadOptionalMoment(),
        Addresses = from.ReadList(ReadEmployeeAddress),
        Skills = from.ReadList(static from => from.ReadString()),
        Assignments = from.ReadList(ReadEmployeeAssignment),
    };

    public static void Write(BinaryWriter to, EmployeeAddress value)
    {
        to.Write(value.Street);
        to.Write(value.City);
        to.Write(value.PostalCode);
        to.Write(value.Country);
    }

    public static EmployeeAddress ReadEmployeeAddress(BinaryReader from) => new()
    {
        Street = from.ReadString(),
        City = from.ReadString(),
        PostalCode = from.ReadString(),
        Country = from.ReadString(),
    };

    public static void Write(BinaryWriter to, EmployeeAssignment value)
    {
        to.Write(value.ProjectId);
        to.Write(value.ProjectName);
        to.WriteMoment(value.Start);
        to.Write(value.Share);
    }

    public static EmployeeAssignment ReadEmployeeAssignment(BinaryReader from) => new()
    {
        ProjectId = from.ReadInt32(),
        ProjectName = from.ReadString(),
        Start = from.ReadMoment(),
        Share = from.ReadDouble(),
    };
}
