using System.Globalization;
using Fathom.Serializers.Kit.Checking;

namespace Fathom.Serializers.Kit.Versions;

/// <summary>All changes, each in the directions that it has.</summary>
public static class EvolutionCatalog
{
    /// <summary>All changes in the order of the table.</summary>
    public static IReadOnlyList<Evolution> All { get; } =
    [
        Forward("add", "a member more", new V1.Account { Id = 7, Name = "a" }, Like(new V2.Account { Id = 7, Name = "a" }, static read => read.Note = read.Note == "" ? null : read.Note)),
        Back("add", "a member more", new V2.Account { Id = 7, Name = "a", Note = "b" }, Like(new V1.Account { Id = 7, Name = "a" })),
        Forward("remove", "a member removed in the middle", new V1.Parcel { Id = 7, Weight = 2.5, Name = "a" }, Like(new V2.Parcel { Id = 7, Name = "a" })),
        Back("remove", "a member removed in the middle", new V2.Parcel { Id = 7, Name = "a" }, Like(new V1.Parcel { Id = 7, Name = "a" })),
        Forward("rename", "a member with another name, the same number", new V1.Person { Id = 7, Name = "a" }, Like(new V2.Person { Id = 7, FullName = "a" })),
        Back("rename", "a member with another name, the same number", new V2.Person { Id = 7, FullName = "a" }, Like(new V1.Person { Id = 7, Name = "a" })),
        Forward("reorder", "members in another order, with the same numbers", new V1.Route { From = "a", To = "b" }, Like(new V2.Route { From = "a", To = "b" })),
        Back("reorder", "members in another order, with the same numbers", new V2.Route { From = "a", To = "b" }, Like(new V1.Route { From = "a", To = "b" })),
        Forward("renumber", "two members that change their numbers", new V1.Leg { From = "a", To = "b" }, Like(new V2.Leg { From = "a", To = "b" })),
        Back("renumber", "two members that change their numbers", new V2.Leg { From = "a", To = "b" }, Like(new V1.Leg { From = "a", To = "b" })),
        Forward("widen", "int becomes long", new V1.Counter { Count = -70_000, Name = "a" }, Like(new V2.Counter { Count = -70_000, Name = "a" })),
        Back("widen", "int becomes long", new V2.Counter { Count = -70_000, Name = "a" }, Like(new V1.Counter { Count = -70_000, Name = "a" })),
        Back("widen-overflow", "a long that no int can hold; only an error is right", new V2.Counter { Count = 5_000_000_001, Name = "a" }, static (V1.Counter read) =>
            new Difference("Count", read.Count == 0 ? DifferenceKind.Lost : DifferenceKind.Changed, "5000000001", read.Count.ToString(CultureInfo.InvariantCulture))),
        Forward("nullable", "int becomes int?", new V1.Reading { Value = 7, Name = "a" }, Like(new V2.Reading { Value = 7, Name = "a" })),
        Back("nullable", "int becomes int?", new V2.Reading { Value = 7, Name = "a" }, Like(new V1.Reading { Value = 7, Name = "a" })),
        Back("nullable-null", "null where an int is read; 0 is a loss", new V2.Reading { Name = "a" }, static (V1.Reading read) =>
            new Difference("Value", read.Value == 0 ? DifferenceKind.Lost : DifferenceKind.Changed, "null", read.Value.ToString(CultureInfo.InvariantCulture))),
        Forward("enum-add", "a member added at the end of an enumeration", new V1.Alarm { Level = V1.Level.High, Name = "a" }, Like(new V2.Alarm { Level = V2.Level.High, Name = "a" })),
        Back("enum-add", "a member that the older version does not know", new V2.Alarm { Level = V2.Level.Extreme, Name = "a" }, Like(new V1.Alarm { Level = (V1.Level)2, Name = "a" })),
        Forward("enum-insert", "a member added at the start of an enumeration", new V1.Exam { Grade = V1.Grade.High, Name = "a" }, Like(new V2.Exam { Grade = V2.Grade.High, Name = "a" })),
        Back("enum-insert", "a member added at the start of an enumeration", new V2.Exam { Grade = V2.Grade.High, Name = "a" }, Like(new V1.Exam { Grade = V1.Grade.High, Name = "a" })),
        Forward("move-to-base", "a member moves to a base class", new V1.Vessel { Masts = 3, Name = "a" }, Like(new V2.Vessel { Masts = 3, Name = "a" })),
        Back("move-to-base", "a member moves to a base class", new V2.Vessel { Masts = 3, Name = "a" }, Like(new V1.Vessel { Masts = 3, Name = "a" })),
    ];

    /// <summary>A change by name; null when there is none.</summary>
    public static Evolution? Find(string name) => All.FirstOrDefault(one => one.Name == name);

    private static Evolution<TOld, TNew> Forward<TOld, TNew>(string name, string description, TOld written, Func<TNew, Difference?> judge)
        where TOld : class
        where TNew : class => new($"{name}: v1 to v2", description, written, judge);

    private static Evolution<TNew, TOld> Back<TNew, TOld>(string name, string description, TNew written, Func<TOld, Difference?> judge)
        where TNew : class
        where TOld : class => new($"{name}: v2 to v1", description, written, judge);

    // An added text that starts as empty instead of null is no loss.
    private static Func<T, Difference?> Like<T>(T expected, Action<T>? even = null) => read =>
    {
        even?.Invoke(read);
        return DeepComparer.Compare(expected, read);
    };
}
