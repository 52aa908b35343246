namespace Fathom.Serializers.Kit.Hostile;

/// <summary>All attacks.</summary>
public static class AttackCatalog
{
    /// <summary>All attacks in the order of the table.</summary>
    public static IReadOnlyList<Attack> All { get; } =
        [new Truncation(), new BitFlips(), new HugeLengths(), new DeepNesting(), new DoubledMembers(), new TypeInjection()];

    /// <summary>An attack by name; null when there is none.</summary>
    public static Attack? Find(string name) => All.FirstOrDefault(one => one.Name == name);
}
