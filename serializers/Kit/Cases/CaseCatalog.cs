using Fathom.Serializers.Kit.Cases.Books;

namespace Fathom.Serializers.Kit.Cases;

/// <summary>All cases.</summary>
public static class CaseCatalog
{
    /// <summary>The cases in the order of reports.</summary>
    public static IReadOnlyList<SerializerCase> All { get; } =
    [
        new BookShelfCase(),
    ];

    /// <summary>A case by name; null when there is none.</summary>
    public static SerializerCase? Find(string name)
    {
        foreach (SerializerCase one in All)
        {
            if (one.Name == name)
                return one;
        }

        return null;
    }
}
